//! The facts that a table must tell about the machine on which it was made.

use std::process::Command;

/// The heading of a table: date, machine, compiler, commit.
pub fn description() -> String {
    let commit = output("git", &["rev-parse", "--short", "HEAD"]);
    let clean = output("git", &["status", "--porcelain", "--untracked-files=no"]).is_empty();
    let changes = if clean { "" } else { ", with changes" };
    format!(
        "Date: {}\nProcessor: {}, {} cores in use\nCompiler: {}\nCommit: {commit}{changes}\n",
        output("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
        processor(),
        rayon::current_num_threads(),
        output("rustc", &["--version"]),
    )
}

/// The model of the processor and its widest vector instructions.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = model.map_or(std::env::consts::ARCH, |(_, name)| name);
    format!("{name} ({})", crate::instructions::widest())
}

/// The output of a command, or `unknown`.
fn output(program: &str, arguments: &[&str]) -> String {
    let run =
        Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    match run {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_string()
        }
        _ => "unknown".to_string(),
    }
}
