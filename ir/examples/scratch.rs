//! Shows what becomes of a block: `cargo run -p accel-ir --example scratch file.rs`.
use accel_ir::core::{Atom, Constant, Extent, Function, Program, ScalarType, Type};
use accel_ir::interp::{Trap, Value};
use accel_ir::*;

struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn arguments(function: &Function, size: usize, rng: &mut Rng) -> Vec<Value> {
    let mut values: Vec<(core::Var, Value)> = Vec::new();
    for var in &function.parameters {
        let ty = function.variables.ty(*var);
        let scalar =
            |ty: ScalarType, rng: &mut Rng| Constant::from_integer(ty, (rng.next() % 7) as i128);
        let value = match ty {
            Type::Scalar(ScalarType::Usize) => Value::Scalar(Constant::Usize(
                size as u64 + u64::from(size > 1 && rng.next() % 5 == 0),
            )),
            Type::Scalar(ty) => Value::Scalar(scalar(*ty, rng)),
            Type::Array(array) => {
                let extents: Vec<usize> = array
                    .extents
                    .iter()
                    .map(|e| match e {
                        Extent::Size(Atom::Var(v)) => {
                            values.iter().find(|x| x.0 == *v).unwrap().1.scalar().unwrap().size()
                        }
                        Extent::Size(Atom::Constant(c)) => c.size(),
                        Extent::Ragged => panic!(),
                    })
                    .collect();
                let n = extents.iter().product();
                Value::array(extents, (0..n).map(|_| scalar(array.element, rng)).collect())
            }
        };
        values.push((*var, value));
    }
    values.into_iter().map(|v| v.1).collect()
}
fn run(program: &Program, arguments: &[Value]) -> Result<Vec<Value>, Trap> {
    interp::run(program, &program.functions[0].name, arguments)
}
fn close(a: &Value, b: &Value) -> bool {
    let (a, b) = (a.scalars(), b.scalars());
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| match (a.float(), b.float()) {
            (Some(x), Some(y)) => {
                x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= 1e-4 * x.abs().max(1.0)
            }
            _ => a == b,
        })
}
fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(&path).expect("readable");
    let mut source = source::SourceMap::default();
    let mut errors = diagnostic::Diagnostics::default();
    let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
    let module = syntax::parse_block(tokens, &mut source, &mut errors);
    let context = types::context::Context::new(&module, &mut errors);
    let checked = types::check::check(context, &mut errors);
    let quiet = std::env::args().any(|a| a == "-q");
    for index in 0..checked.context.functions.len() {
        if checked.broken.contains(&index)
            || checked.context.functions[index].function.visibility.is_none()
        {
            continue;
        }
        for instance in types::check::instances(&checked.context, index) {
            let lowered = types::lower(&checked, index, &instance, &mut errors);
            let verbose = std::env::args().any(|a| a == "-v");
            if verbose {
                print!("{}", core::print_program(&lowered.program));
            }
            match core::verify_program(&lowered.program) {
                Ok(()) => {}
                Err(e) => {
                    println!("VERIFY: {e} {}", core::print_program(&lowered.program));
                    continue;
                }
            }
            let again = core::parse_program(&core::print_program(&lowered.program));
            match again {
                Ok(p) => {
                    if core::print_program(&p) != core::print_program(&lowered.program) {
                        println!("REPRINT DIFFERS\n{}", core::print_program(&p));
                    }
                }
                Err(e) => println!("REPARSE: {e}"),
            }
            if !errors.is_empty() {
                continue;
            }
            let mut rng = Rng(0x1234567);
            let cases: Vec<Vec<Value>> = (0..48)
                .map(|i| {
                    arguments(&lowered.program.functions[0], [0, 1, 2, 3, 5, 8][i % 6], &mut rng)
                })
                .collect();
            let expected: Vec<_> = cases.iter().map(|c| run(&lowered.program, c)).collect();
            let mut program = lowered.program.clone();
            let names: Vec<_> = program.functions[0].name.chars().collect();
            for pass in passes::PIPELINE {
                for f in &mut program.functions {
                    passes::run(pass, f);
                }
                if verbose {
                    println!("--- {}\n{}", pass.name, core::print_program(&program));
                }
                for (c, e) in cases.iter().zip(&expected) {
                    let r = run(&program, c);
                    let same = match (&r, e) {
                        (Ok(a), Ok(b)) => a.iter().zip(b).all(|(a, b)| close(a, b)),
                        (Err(Trap::Failed(_)), Err(Trap::Failed(_))) => true,
                        _ => false,
                    };
                    if !same {
                        println!(
                            "{names:?} after {}: DIFFERENT\n args {c:?}\n expected {e:?}\n found {r:?}\n{}",
                            pass.name,
                            core::print_program(&program)
                        );
                        return;
                    }
                }
            }
            let plan =
                match flatten::flatten(program.functions[0].clone(), lowered.names.clone(), &|_| {
                    false
                }) {
                    Ok(p) => p,
                    Err(e) => {
                        println!("{}: {}", program.functions[0].name, e.text());
                        continue;
                    }
                };
            for (c, e) in cases.iter().zip(&expected) {
                let r = plan::run_plan(&plan, Some(&program), c);
                let same = match (&r, e) {
                    (Ok(a), Ok(b)) => a.iter().zip(b).all(|(a, b)| close(a, b)),
                    (Err(Trap::Failed(_)), Err(Trap::Failed(_))) => true,
                    _ => false,
                };
                if !same {
                    println!(
                        "plan DIFFERENT\n args {c:?}\n expected {e:?}\n found {r:?}\n{}",
                        plan::print_plan(&plan)
                    );
                    return;
                }
            }
            let text = plan::print_plan(&plan);
            match plan::parse_plan(&text) {
                Ok(p) => {
                    if let Err(e) = plan::verify_plan(&p) {
                        println!("REPLAN {e}");
                    }
                    if plan::print_plan(&p) != text {
                        println!("REPLAN DIFFERS\n{text}\n{}", plan::print_plan(&p));
                    }
                }
                Err(e) => println!("REPLAN {e}\n{text}"),
            }
            if !quiet {
                println!("{text}\n{}", plan::summary(&plan));
            }
            let ok = expected.iter().filter(|e| e.is_ok()).count();
            println!(
                "// {} ok {ok}/{} {:?}",
                program.functions[0].name,
                expected.len(),
                expected.iter().find_map(|e| e.as_ref().err()).map(|e| format!("{e:?}"))
            );
        }
    }
    for d in errors.into_sorted(&source) {
        println!("{:?} {}", source.location(d.span), d.text());
        for l in &d.labels {
            println!("   {:?} {}", source.location(l.0), l.1);
        }
    }
}
