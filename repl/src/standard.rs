//! Which C++ a program is read as.

/// The standard that stands for one that a program asks for. The headers need C++14, which takes what C++11 and C++98 take but for a few lines that no
/// compiler warns of; nvcc's own default is newer still.
pub fn taken(standard: &str) -> String {
    let old = ["98", "03", "0x", "11", "1y"];
    match standard.rsplit_once("++") {
        Some((dialect, year)) if old.contains(&year) => format!("{dialect}++14"),
        _ => standard.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::taken;

    #[test]
    fn older_standards_are_read_as_the_oldest_that_headers_take() {
        assert_eq!(taken("c++11"), "c++14");
        assert_eq!(taken("gnu++0x"), "gnu++14");
        assert_eq!(taken("c++98"), "c++14");
        assert_eq!(taken("gnu++20"), "gnu++20");
        assert_eq!(taken("c17"), "c17");
    }
}
