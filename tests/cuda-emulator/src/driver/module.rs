//! Modules: loading PTX, and finding kernels and variables in it.

use super::pointers::{Buffer, Input};
use super::state::{Driver, Function, Module, complain};
use super::{DevicePointer, Handle, Status, driver_functions, image};
use crate::memory::Kind;
use crate::program;
use crate::ptx::syntax::{InitialValue, Variable};
use crate::ptx::{self, PtxError, StateSpace};
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// The newest PTX version that a driver of a CUDA version takes.
const PTX_VERSIONS: [((u32, u32), (u32, u32)); 26] = [
    ((9, 0), (6, 0)),
    ((9, 1), (6, 1)),
    ((9, 2), (6, 2)),
    ((10, 0), (6, 3)),
    ((10, 1), (6, 4)),
    ((10, 2), (6, 5)),
    ((11, 0), (7, 0)),
    ((11, 1), (7, 1)),
    ((11, 2), (7, 2)),
    ((11, 3), (7, 3)),
    ((11, 4), (7, 4)),
    ((11, 5), (7, 5)),
    ((11, 6), (7, 6)),
    ((11, 7), (7, 7)),
    ((11, 8), (7, 8)),
    ((12, 0), (8, 0)),
    ((12, 1), (8, 1)),
    ((12, 2), (8, 2)),
    ((12, 3), (8, 3)),
    ((12, 4), (8, 4)),
    ((12, 5), (8, 5)),
    ((12, 7), (8, 6)),
    ((12, 8), (8, 7)),
    ((12, 9), (8, 8)),
    ((13, 0), (9, 0)),
    ((13, 1), (9, 1)),
];

/// Options by which a loader asks for the messages of the compilation: the address and the size of a buffer.
const ERROR_LOG_BUFFER: u32 = 5;
const ERROR_LOG_SIZE: u32 = 6;

fn load(driver: &mut Driver, image: Input<u8>) -> Result<Handle, Refusal> {
    let plain = |status| (status, String::new());
    let (context, _) = driver.current().map_err(plain)?;
    let text = image::text(image)?;
    let settings = driver.settings().map_err(plain)?.clone();
    let version = driver.faults.driver.unwrap_or(settings.driver);
    let refused = |error: PtxError| (Status::INVALID_PTX, format!("PTX {error}"));
    let module = parse(&text, version, settings.compute)?;
    let (variables, addresses, constant_size) =
        place_variables(driver, context, &module.variables)?;
    let kernels = program::translate(&module, &addresses, constant_size).map_err(|error| {
        free_variables(driver, &variables);
        refused(error)
    })?;
    let handle = driver.handle();
    let loaded = Module {
        context,
        kernels: kernels.into_iter().map(Arc::new).collect(),
        text: text.into(),
        variables,
        functions: HashMap::new(),
        ptx_version: module.version.0 * 10 + module.version.1,
    };
    driver.modules.insert(handle, loaded);
    Ok(handle)
}

fn parse(
    text: &str,
    driver: (u32, u32),
    compute: (u32, u32),
) -> Result<ptx::syntax::Module, Refusal> {
    let known = PTX_VERSIONS.iter().rev().find(|(version, _)| *version <= driver);
    let supported = known.map_or((6, 0), |(_, ptx)| *ptx);
    // The version comes first: the rest of a text that is too new may not even parse.
    let asked = text.lines().find_map(|line| line.trim_start().strip_prefix(".version"));
    let asked = asked.and_then(|rest| super::settings::pair(rest.split("//").next()?.trim()));
    if let Some(version) = asked.filter(|version| *version > supported) {
        let message = format!(
            "the PTX has version {}.{}, but a driver of CUDA {}.{} takes {}.{} at most",
            version.0, version.1, driver.0, driver.1, supported.0, supported.1
        );
        return Err((Status::UNSUPPORTED_PTX_VERSION, message));
    }
    let module = ptx::parse(text).map_err(|error| (Status::INVALID_PTX, format!("PTX {error}")))?;
    if module.target > compute.0 * 10 + compute.1 {
        let message = format!(
            "the PTX is for sm_{}, but the device has compute capability {}.{}",
            module.target, compute.0, compute.1
        );
        return Err((Status::INVALID_PTX, message));
    }
    Ok(module)
}

type Variables = HashMap<String, (DevicePointer, u64)>;

/// The reason why a module cannot be loaded.
type Refusal = (Status, String);

/// The variables, their addresses alone, and the bytes of constant memory.
type Placed = (Variables, HashMap<String, DevicePointer>, u32);

/// Gives the variables of the module memory with their initial values.
fn place_variables(
    driver: &mut Driver,
    context: Handle,
    declared: &[Variable],
) -> Result<Placed, Refusal> {
    let mut variables = Variables::new();
    let mut constant_size = 0;
    let in_memory = |variable: &&Variable| {
        matches!(variable.space, StateSpace::Global | StateSpace::Const) && !variable.is_extern
    };
    for variable in declared.iter().filter(in_memory) {
        let size = variable.size.unwrap_or(0);
        let kind = Kind::Variable(variable.name.clone());
        let (_, memory) = driver.current_memory().map_err(|status| (status, String::new()))?;
        let Some(address) = memory.allocate(size.max(1), kind, context as u64) else {
            free_variables(driver, &variables);
            return Err((Status::OUT_OF_MEMORY, "no memory for the variables".to_string()));
        };
        if variable.space == StateSpace::Const {
            constant_size += size as u32;
        }
        variables.insert(variable.name.clone(), (address, size));
    }
    for variable in declared.iter().filter(in_memory) {
        let (address, size) = variables[&variable.name];
        let bytes = initial_bytes(variable, size as usize, &variables).map_err(|error| {
            free_variables(driver, &variables);
            (Status::INVALID_PTX, format!("PTX {error}"))
        })?;
        if let Some(memory) = driver.memory_of(address) {
            memory.write(address, &bytes);
        }
    }
    let addresses = variables.iter().map(|(name, (address, _))| (name.clone(), *address)).collect();
    Ok((variables, addresses, constant_size))
}

fn initial_bytes(
    variable: &Variable,
    size: usize,
    variables: &Variables,
) -> Result<Vec<u8>, PtxError> {
    let mut bytes = Vec::with_capacity(size);
    for value in &variable.initializer {
        match value {
            InitialValue::Bytes(value) => bytes.extend_from_slice(value),
            InitialValue::Address { symbol, offset, size, .. } => {
                let (address, _) = variables.get(symbol).ok_or_else(|| {
                    PtxError::new(variable.line, format!("`{symbol}` has no address"))
                })?;
                let address = address.wrapping_add_signed(*offset).to_le_bytes();
                bytes.extend_from_slice(&address[..(*size).min(8) as usize]);
            }
        }
    }
    if bytes.len() > size {
        return Err(PtxError::new(
            variable.line,
            format!("too many values for `{}`", variable.name),
        ));
    }
    bytes.resize(size, 0);
    Ok(bytes)
}

fn free_variables(driver: &mut Driver, variables: &Variables) {
    for (name, (address, _)) in variables {
        if let Some(memory) = driver.memory_of(*address) {
            memory.remove(*address, &[Kind::Variable(name.clone())]);
        }
    }
}

/// Loads a module, and says on stderr why not if it cannot.
fn load_aloud(driver: &mut Driver, image: Input<u8>) -> Result<Handle, Status> {
    load(driver, image).map_err(|(status, message)| {
        if !message.is_empty() {
            complain(&message);
        }
        status
    })
}

driver_functions! {
    fn cuModuleLoadData(out module: Handle, input image: u8) |driver| {
        module.set(load_aloud(driver, image)?)
    }

    fn cuModuleLoadFatBinary(out module: Handle, input image: u8) |driver| {
        module.set(load_aloud(driver, image)?)
    }

    fn cuModuleLoad(out module: Handle, text path: c_char) |driver| {
        driver.current()?;
        let path = path.read().ok_or(Status::INVALID_VALUE)?;
        let mut bytes = std::fs::read(path).map_err(|_| Status::FILE_NOT_FOUND)?;
        bytes.push(0);
        // SAFETY: the bytes end with a zero.
        let image = unsafe { Input::new(bytes.as_ptr()) };
        module.set(load_aloud(driver, image)?)
    }

    fn cuModuleLoadDataEx(
        out module: Handle, input image: u8, value count: u32, input options: u32,
        buffer values: *mut c_void,
    ) |driver| {
        // SAFETY: the caller announces `count` options with their values.
        let given = unsafe { Input::new(values.pointer().cast_const()) };
        let option = |wanted: u32| -> Result<Option<*mut c_void>, Status> {
            for index in 0..count as usize {
                if options.get(index)? == wanted {
                    return Ok(Some(given.get(index)?));
                }
            }
            Ok(None)
        };
        let log = option(ERROR_LOG_BUFFER)?.zip(option(ERROR_LOG_SIZE)?);
        match load(driver, image) {
            Ok(handle) => module.set(handle),
            Err((status, message)) => {
                match log {
                    Some((log, size)) => {
                        // SAFETY: the caller announces a log of this size.
                        let log: Buffer<c_void> = unsafe { Buffer::new(log) };
                        log.write_text(&message, size as usize);
                    }
                    None if !message.is_empty() => complain(&message),
                    None => {}
                }
                Err(status)
            }
        }
    }

    fn cuModuleUnload(value module: Handle) |driver| {
        driver.current()?;
        let removed = driver.modules.remove(&module).ok_or(Status::INVALID_HANDLE)?;
        free_variables(driver, &removed.variables);
        driver.functions.retain(|_, function| function.module != module);
        Ok(())
    }

    fn cuModuleGetFunction(out function: Handle, value module: Handle, text name: c_char) |driver| {
        driver.current()?;
        let name = name.read().ok_or(Status::INVALID_VALUE)?;
        let compute = driver.settings()?.compute;
        let fresh = driver.handle();
        let found = driver.modules.get_mut(&module).ok_or(Status::INVALID_HANDLE)?;
        if let Some(known) = found.functions.get(&name) {
            return function.set(*known);
        }
        let kernel = found.kernels.iter().find(|kernel| kernel.name == name);
        let kernel = Arc::clone(kernel.ok_or(Status::NOT_FOUND)?);
        found.functions.insert(name, fresh);
        let limit = super::launch::shared_limit(compute, false);
        let dynamic_shared_limit = limit.saturating_sub(kernel.shared_size);
        driver.functions.insert(fresh, Function { module, kernel, dynamic_shared_limit });
        function.set(fresh)
    }

    fn cuModuleGetGlobal_v2(
        out pointer: DevicePointer, out bytes: usize, value module: Handle, text name: c_char,
    ) |driver| {
        driver.current()?;
        let name = name.read().ok_or(Status::INVALID_VALUE)?;
        let found = driver.modules.get(&module).ok_or(Status::INVALID_HANDLE)?;
        let (address, size) = found.variables.get(&name).ok_or(Status::NOT_FOUND)?;
        pointer.set_if_wanted(*address);
        bytes.set_if_wanted(*size as usize);
        Ok(())
    }
}
