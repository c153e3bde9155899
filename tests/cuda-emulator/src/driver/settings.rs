//! The environment variables that describe the emulated device.

use super::faults::Faults;
use crate::machine::Checks;

/// The settings that the environment asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `ACCEL_EMULATOR_CHECKS`.
    pub checks: Checks,
    /// `ACCEL_EMULATOR_COMPUTE`: major and minor.
    pub compute: (u32, u32),
    /// `ACCEL_EMULATOR_MEMORY`, in bytes.
    pub memory: u64,
    /// `ACCEL_EMULATOR_DRIVER`: major and minor.
    pub driver: (u32, u32),
    /// `ACCEL_EMULATOR_DEVICES`.
    pub devices: usize,
    /// `ACCEL_EMULATOR_INSTRUCTIONS`: the most warp instructions of a launch.
    pub instructions: u64,
    /// `ACCEL_EMULATOR_FAULTS`.
    pub faults: Faults,
    /// `ACCEL_EMULATOR_COUNTS`.
    pub prints_counts: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            checks: Checks::All,
            compute: (7, 5),
            memory: 4 << 30,
            driver: (12, 8),
            devices: 1,
            instructions: u64::MAX,
            faults: Faults::default(),
            prints_counts: false,
        }
    }
}

impl Settings {
    /// Reads the variables through a function that looks one up.
    pub fn read(look_up: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let mut settings = Self::default();
        let given = |name: &str| look_up(name).map(|value| value.trim().to_string());
        read(&given, "CHECKS", checks, "`all`, `memory` or `none`", &mut settings.checks)?;
        read(&given, "COMPUTE", pair, "a capability such as `8.0`", &mut settings.compute)?;
        read(&given, "MEMORY", bytes, "a size such as `64MiB`", &mut settings.memory)?;
        read(&given, "DRIVER", pair, "a version such as `12.8`", &mut settings.driver)?;
        read(&given, "DEVICES", count, "a number up to 16", &mut settings.devices)?;
        let instructions = |value: &str| value.parse().ok();
        read(&given, "INSTRUCTIONS", instructions, "a number", &mut settings.instructions)?;
        let faults = "a list such as `allocation:3,copy:5`";
        read(&given, "FAULTS", Faults::parse, faults, &mut settings.faults)?;
        read(&given, "COUNTS", flag, "`1` or `0`", &mut settings.prints_counts)?;
        if let Some(driver) = settings.faults.driver {
            settings.driver = driver;
        }
        Ok(settings)
    }
}

/// Reads one variable, if it is given.
fn read<T>(
    given: &impl Fn(&str) -> Option<String>,
    name: &str,
    parse: fn(&str) -> Option<T>,
    expected: &str,
    into: &mut T,
) -> Result<(), String> {
    let name = format!("ACCEL_EMULATOR_{name}");
    if let Some(value) = given(&name) {
        *into = parse(&value).ok_or_else(|| format!("{name}={value}: expected {expected}"))?;
    }
    Ok(())
}

/// The checks of this name.
pub fn checks(value: &str) -> Option<Checks> {
    Some(match value {
        "all" => Checks::All,
        "memory" => Checks::Memory,
        "none" => Checks::None,
        _ => return None,
    })
}

/// Two numbers with a dot in between.
pub fn pair(value: &str) -> Option<(u32, u32)> {
    let (major, minor) = value.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn count(value: &str) -> Option<usize> {
    value.parse().ok().filter(|count| *count <= 16)
}

fn flag(value: &str) -> Option<bool> {
    match value {
        "1" => Some(true),
        "0" | "" => Some(false),
        _ => None,
    }
}

fn bytes(value: &str) -> Option<u64> {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let (number, unit) = units
        .iter()
        .find_map(|(suffix, unit)| Some((value.strip_suffix(suffix)?, *unit)))
        .unwrap_or((value, 1));
    number.trim().parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &'static str, value: &'static str) -> Result<Settings, String> {
        Settings::read(|asked| (asked == name).then(|| value.to_string()))
    }

    #[test]
    fn values_are_read() {
        assert_eq!(of("ACCEL_EMULATOR_MEMORY", "64MiB").unwrap().memory, 64 << 20);
        assert_eq!(of("ACCEL_EMULATOR_MEMORY", "1000").unwrap().memory, 1000);
        assert_eq!(of("ACCEL_EMULATOR_COMPUTE", "8.0").unwrap().compute, (8, 0));
        assert_eq!(of("ACCEL_EMULATOR_CHECKS", "none").unwrap().checks, Checks::None);
        assert_eq!(of("ACCEL_EMULATOR_FAULTS", "driver:11.4").unwrap().driver, (11, 4));
        assert_eq!(of("SOMETHING_ELSE", "1").unwrap(), Settings::default());
    }

    #[test]
    fn bad_values_are_named() {
        let error = of("ACCEL_EMULATOR_MEMORY", "much").unwrap_err();
        assert_eq!(error, "ACCEL_EMULATOR_MEMORY=much: expected a size such as `64MiB`");
        assert!(of("ACCEL_EMULATOR_DEVICES", "17").is_err());
        assert!(of("ACCEL_EMULATOR_FAULTS", "allocation").is_err());
        assert!(of("ACCEL_EMULATOR_DRIVER", "12").is_err());
    }
}
