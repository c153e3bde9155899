//! Steps that look at what builds have left in `target/debug`: programs of tests, and PTX.

use std::collections::VecDeque;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{DirEntry, read_dir, remove_file};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use super::{Done, repository};

/// Deletes programs whose tests have run: those of the program files have hundreds of megabytes.
pub fn delete_tested() -> Done<()> {
    for entry in entries(&repository().join("target/debug/deps"))? {
        let (path, metadata) = (entry.path(), entry.metadata()?);
        let runs = metadata.is_file() && metadata.permissions().mode() & 0o100 != 0;
        if runs && path.extension() != Some(OsStr::new("so")) {
            remove_file(path)?;
        }
    }
    Ok(())
}

/// Finds machine code for all machines beside all PTX of a package's last build, which without ptxas has
/// only warned.
pub fn are_assembled(package: &str, machines: &[&str]) -> Done<()> {
    for unit in ptx(package)? {
        for machine in machines {
            if !unit.with_extension(format!("sm_{machine}.cubin")).exists() {
                let unit = unit.display();
                return Err(format!("{unit} is not assembled for sm_{machine}").into());
            }
        }
    }
    Ok(())
}

/// Has ptxas take all PTX of a package's last build, each unit for the oldest or the newest machine in turn:
/// a unit that one of them refuses is of a kind that many others are, too. Nobody runs the machine code of the
/// program files, and without optimisation ptxas takes half of its time.
pub fn assemble(package: &str, nvcc: &Path, machines: &[&str]) -> Done<()> {
    let ptxas = nvcc.with_file_name("ptxas");
    let at_once = std::thread::available_parallelism()?.get();
    let mut running: VecDeque<(PathBuf, Child)> = VecDeque::new();
    let ends = |(unit, mut child): (PathBuf, Child)| -> Done<()> {
        match child.wait()?.success() {
            true => Ok(()),
            false => Err(format!("ptxas does not take {}", unit.display()).into()),
        }
    };
    let oldest_and_newest = [machines[0], machines[machines.len() - 1]];
    for (unit, machine) in ptx(package)?.into_iter().zip(oldest_and_newest.into_iter().cycle()) {
        if running.len() == at_once {
            running.pop_front().map_or(Ok(()), ends)?;
        }
        let mut command = Command::new(&ptxas);
        command.args(["-O0", &format!("-arch=sm_{machine}"), "-o"]);
        let child = command.arg(unit.with_extension("ptx.assembled")).arg(&unit).spawn()?;
        running.push_back((unit, child));
    }
    running.into_iter().try_for_each(ends)
}

/// The PTX of a package's last build, of which there must be some.
fn ptx(package: &str) -> Done<Vec<PathBuf>> {
    let mut builds = Vec::new();
    for entry in entries(&repository().join("target/debug/build"))? {
        let name = entry.file_name().into_string().unwrap_or_default();
        let hash = name.strip_prefix(package).and_then(|rest| rest.strip_prefix('-'));
        let kernels = entry.path().join("out/accel");
        if hash.is_some_and(|hash| !hash.contains('-')) && kernels.is_dir() {
            builds.push((kernels.metadata()?.modified()?, kernels));
        }
    }
    let (_, last) = builds.into_iter().max().ok_or_else(|| format!("{package} is not built"))?;
    let units = entries(&last)?.into_iter().map(|entry| entry.path());
    let mut units: Vec<PathBuf> =
        units.filter(|path| path.extension() == Some(OsStr::new("ptx"))).collect();
    units.sort();
    match units.is_empty() {
        true => Err(format!("there is no PTX in {}", last.display()).into()),
        false => Ok(units),
    }
}

fn entries(folder: &Path) -> Done<Vec<DirEntry>> {
    let list = read_dir(folder).and_then(Iterator::collect);
    list.map_err(|error| -> Box<dyn Error> { format!("{}: {error}", folder.display()).into() })
}
