//! The report of the work of a process: kernels on cores and on devices with their times, copies, allocations,
//! evictions.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::traffic::Traffic;

/// The work of this process.
#[derive(Default)]
pub(crate) struct Summary {
    /// The kernels that have run on cores, by their names.
    pub(crate) on_cores: BTreeMap<String, OnCores>,
    /// The kernels that have run on devices, by the names of their entries.
    pub(crate) kernels: BTreeMap<String, Kernel>,
    pub(crate) traffic: Traffic,
    pub(crate) to_devices: Duration,
    pub(crate) to_host: Duration,
}

/// The calls of a kernel that have run on cores.
#[derive(Default)]
pub(crate) struct OnCores {
    pub(crate) calls: u64,
    pub(crate) time: Duration,
    /// The time of all threads of the process meanwhile, where the system tells it.
    pub(crate) of_threads: Duration,
    pub(crate) lanes: u64,
}

/// The launches of a kernel on devices.
#[derive(Default)]
pub(crate) struct Kernel {
    pub(crate) launches: u64,
    pub(crate) time: Duration,
    /// Of the arrays that it reads and writes.
    pub(crate) bytes: u64,
}

/// An amount per second; 0 in no time.
fn rate(amount: f64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { amount / time.as_secs_f64() }
}

impl Summary {
    fn copies(&self) -> [(&'static str, u64, u64, Duration); 2] {
        let Traffic { copies_to_devices, bytes_to_devices, .. } = self.traffic;
        let Traffic { copies_to_host, bytes_to_host, .. } = self.traffic;
        [
            ("to_devices", copies_to_devices, bytes_to_devices, self.to_devices),
            ("to_host", copies_to_host, bytes_to_host, self.to_host),
        ]
    }

    /// The tables of kernels on cores and on devices, those that have rows.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        if !self.on_cores.is_empty() {
            self.table_of_cores(&mut text);
        }
        let has_devices = !self.kernels.is_empty() || self.traffic != Traffic::NONE;
        if has_devices || self.on_cores.is_empty() {
            self.table_of_devices(&mut text);
        }
        text
    }

    fn table_of_cores(&self, text: &mut String) {
        let names = self.on_cores.keys().map(String::len);
        let width = names.max().unwrap_or(0).max("on cores".len());
        let _ = writeln!(
            text,
            "accel: {:width$}     calls   milliseconds          lanes  threads",
            "on cores"
        );
        for (name, OnCores { calls, time, of_threads, lanes }) in &self.on_cores {
            let milliseconds = time.as_secs_f64() * 1e3;
            // On average, or 0 where the system does not tell.
            let threads = rate(of_threads.as_secs_f64(), *time);
            let _ = writeln!(
                text,
                "accel: {name:width$}  {calls:8}  {milliseconds:13.3}  {lanes:13}  {threads:7.1}"
            );
        }
    }

    fn table_of_devices(&self, text: &mut String) {
        let width = self.kernels.keys().map(String::len).max().unwrap_or(0).max("kernel".len());
        let _ = writeln!(
            text,
            "accel: {:width$}  launches   milliseconds          bytes     GB/s",
            "kernel"
        );
        let copies = self.copies().map(|(name, count, bytes, time)| {
            (name.replace('_', " "), Kernel { launches: count, time, bytes })
        });
        let copies = copies.iter().map(|(name, copies)| (name, copies));
        for (name, Kernel { launches, time, bytes }) in self.kernels.iter().chain(copies) {
            let (milliseconds, rate) = (time.as_secs_f64() * 1e3, rate(*bytes as f64, *time) / 1e9);
            let _ = writeln!(
                text,
                "accel: {name:width$}  {launches:8}  {milliseconds:13.3}  {bytes:13}  {rate:7.1}"
            );
        }
        let Traffic { allocations, evictions, .. } = self.traffic;
        let _ = writeln!(text, "accel: {allocations} allocations, {evictions} evictions");
    }

    /// The same as a line of JSON.
    pub(super) fn json(&self) -> String {
        let numbers = |count: &str, number: u64, bytes: u64, time: Duration| {
            let (seconds, rate) = (time.as_secs_f64(), rate(bytes as f64, time));
            format!(
                "\"{count}\":{number},\"seconds\":{seconds},\"bytes\":{bytes},\
                 \"bytes_per_second\":{rate}"
            )
        };
        let kernels = self.kernels.iter().map(|(name, kernel)| {
            let numbers = numbers("launches", kernel.launches, kernel.bytes, kernel.time);
            format!("{{\"name\":\"{name}\",{numbers}}}")
        });
        let kernels = kernels.collect::<Vec<String>>().join(",");
        let copies = self.copies().map(|(name, count, bytes, time)| {
            format!("\"{name}\":{{{}}}", numbers("copies", count, bytes, time))
        });
        let [to_devices, to_host] = copies;
        let on_cores = self.on_cores.iter().map(|(name, kernel)| {
            let OnCores { calls, time, of_threads, lanes } = kernel;
            format!(
                "{{\"name\":\"{name}\",\"calls\":{calls},\"seconds\":{},\"seconds_of_threads\":{},\
                 \"lanes\":{lanes}}}",
                time.as_secs_f64(),
                of_threads.as_secs_f64(),
            )
        });
        let on_cores = on_cores.collect::<Vec<String>>().join(",");
        let Traffic { allocations, evictions, .. } = self.traffic;
        format!(
            "{{\"kernels\":[{kernels}],{to_devices},{to_host},\
             \"allocations\":{allocations},\"evictions\":{evictions},\"on_cores\":[{on_cores}]}}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Summary {
        let kernel = Kernel { launches: 5, time: Duration::from_micros(250), bytes: 1_000_000 };
        let traffic = Traffic {
            copies_to_devices: 2,
            bytes_to_devices: 24_000,
            allocations: 4,
            evictions: 1,
            ..Traffic::NONE
        };
        Summary {
            on_cores: BTreeMap::new(),
            kernels: [("accel_shifted_1".to_owned(), kernel)].into(),
            traffic,
            to_devices: Duration::from_micros(8),
            to_host: Duration::ZERO,
        }
    }

    #[test]
    fn a_table() {
        let expected = "\
accel: kernel           launches   milliseconds          bytes     GB/s
accel: accel_shifted_1         5          0.250        1000000      4.0
accel: to devices              2          0.008          24000      3.0
accel: to host                 0          0.000              0      0.0
accel: 4 allocations, 1 evictions
";
        assert_eq!(example().table(), expected);
    }

    #[test]
    fn a_line_of_json() {
        let expected = "{\"kernels\":[{\"name\":\"accel_shifted_1\",\"launches\":5,\
            \"seconds\":0.00025,\"bytes\":1000000,\"bytes_per_second\":4000000000}],\
            \"to_devices\":{\"copies\":2,\"seconds\":0.000008,\"bytes\":24000,\
            \"bytes_per_second\":3000000000},\
            \"to_host\":{\"copies\":0,\"seconds\":0,\"bytes\":0,\"bytes_per_second\":0},\
            \"allocations\":4,\"evictions\":1,\"on_cores\":[]}";
        assert_eq!(example().json(), expected);
    }

    #[test]
    fn a_table_of_cores() {
        let on_cores = OnCores {
            calls: 3,
            time: Duration::from_millis(4),
            of_threads: Duration::from_millis(6),
            lanes: 3000,
        };
        let mut summary = Summary::default();
        summary.on_cores.insert("a::dot.1".to_owned(), on_cores);
        let expected = "\
accel: on cores     calls   milliseconds          lanes  threads
accel: a::dot.1         3          4.000           3000      1.5
";
        assert_eq!(summary.table(), expected);
        let json = summary.json();
        let cores = "\"on_cores\":[{\"name\":\"a::dot.1\",\"calls\":3,\"seconds\":0.004,\
                     \"seconds_of_threads\":0.006,\"lanes\":3000}]}";
        assert!(json.ends_with(cores), "{json}");
    }
}
