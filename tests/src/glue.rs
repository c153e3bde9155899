//! Rust text that calls a compiled function on the interpreter's values. Used at build time.

use accel_ir::core::{Atom, Extent, Type};

use accel_test_programs::block::Lowered;

/// `pub fn call_f(arguments: &[Value]) -> Result<Vec<Value>, accel::Error>`.
pub fn glue(lowered: &Lowered) -> String {
    let function = &lowered.program.functions[0];
    let mut open = String::new();
    let mut passed = Vec::new();
    for (position, var) in function.parameters.iter().enumerate() {
        let ty = function.variables.ty(*var);
        let element = ty.element().name();
        match ty {
            Type::Scalar(_) => {
                open += &format!("let x{position}: {element} = scalar(&arguments[{position}]);\n");
                passed.push(format!("x{position}"));
            }
            Type::Array(_) => {
                open += &format!(
                    "let x{position}: std::vec::Vec<{element}> = elements(&arguments[{position}]);\n"
                );
                passed.push(match lowered.owned.contains(var) {
                    true => format!("buffer(x{position})"),
                    false => format!("view(&x{position})"),
                });
            }
        }
    }
    let names: Vec<String> = (0..function.results.len()).map(|n| format!("r{n}")).collect();
    let mut values = Vec::new();
    for (position, var) in function.results.iter().enumerate() {
        let ty = function.variables.ty(*var);
        let extents: Vec<String> = ty
            .extents()
            .iter()
            .map(|extent| match extent {
                Extent::Size(Atom::Var(size)) => {
                    let at = function.results.iter().position(|result| result == size);
                    format!("r{}", at.expect("the size of a result is a result"))
                }
                Extent::Size(Atom::Constant(size)) => size.size().to_string(),
                Extent::Ragged => unreachable!("ragged results are not compiled"),
            })
            .collect();
        values.push(match ty {
            Type::Scalar(_) => format!("given(r{position})"),
            Type::Array(_) => format!("given_array(vec![{}], r{position})", extents.join(", ")),
        });
    }
    let pattern =
        if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) };
    let name = &lowered.function;
    let (sites, call) = match lowered.instance.as_slice() {
        [] => (format!("{name}::SITES"), format!("{name}::on_cpu")),
        [first, rest @ ..] => {
            let rest =
                if rest.is_empty() { String::new() } else { format!("<{}>", rest.join(", ")) };
            let this = format!("<{first} as {name}::Instance{rest}>");
            (format!("{this}::sites()"), format!("{this}::on_cpu"))
        }
    };
    passed.insert(0, "proven()".into());
    let called = format!("{call}({})", passed.join(", "));
    let called = match function.parameters.iter().any(|var| lowered.owned.contains(var)) {
        true => called,
        false => format!("accel::host::repeatable(|| {called})"),
    };
    format!(
        "#[allow(unused_variables, unused_imports)]\n\
         pub fn call_{full}(arguments: &[accel_ir::interp::Value])\n -> std::result::Result<std::vec::Vec<accel_ir::interp::Value>, accel::Error> {{\n\
         use accel_tests::values::*;\n\
         {open}\
         accel::host::run_on_device({sites}, || {{\n\
         let {pattern} = {called}?;\n\
         Ok(vec![{values}])\n\
         }})\n}}\n",
        full = lowered.name(),
        values = values.join(", "),
    )
}
