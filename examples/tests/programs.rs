//! Each program, run as a person runs it: on the data that comes with the examples, and on input
//! that is wrong. If `ACCEL_DEVICE` names a CUDA device, the programs launch kernels there.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn run(program: &str, arguments: &[&str]) -> Output {
    let path = match program {
        "filters" => env!("CARGO_BIN_EXE_filters"),
        "quantise" => env!("CARGO_BIN_EXE_quantise"),
        "mandelbrot" => env!("CARGO_BIN_EXE_mandelbrot"),
        "gray_scott" => env!("CARGO_BIN_EXE_gray_scott"),
        "nbody" => env!("CARGO_BIN_EXE_nbody"),
        "black_scholes" => env!("CARGO_BIN_EXE_black_scholes"),
        "statistics" => env!("CARGO_BIN_EXE_statistics"),
        "matmul" => env!("CARGO_BIN_EXE_matmul"),
        "floyd_warshall" => env!("CARGO_BIN_EXE_floyd_warshall"),
        "barnes_hut" => env!("CARGO_BIN_EXE_barnes_hut"),
        "conjugate_gradient" => env!("CARGO_BIN_EXE_conjugate_gradient"),
        "kmeans" => env!("CARGO_BIN_EXE_kmeans"),
        "md5_search" => env!("CARGO_BIN_EXE_md5_search"),
        "pagerank" => env!("CARGO_BIN_EXE_pagerank"),
        "primes" => env!("CARGO_BIN_EXE_primes"),
        "quicksort" => env!("CARGO_BIN_EXE_quicksort"),
        "softmax" => env!("CARGO_BIN_EXE_softmax"),
        "word_frequency" => env!("CARGO_BIN_EXE_word_frequency"),
        "tour" => env!("CARGO_BIN_EXE_tour"),
        _ => unreachable!("{program} is no program of the examples"),
    };
    Command::new(path).args(arguments).env("ACCEL_TRACE", "json").output().unwrap()
}

/// Returns true if the programs run on a CUDA device.
fn on_device() -> bool {
    std::env::var("ACCEL_DEVICE").is_ok_and(|device| device.starts_with("cuda"))
}

/// The output of a program that does its work, with its files in a folder of the test.
#[track_caller]
fn succeeds(program: &str, arguments: &[&str]) -> String {
    let output = run(program, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {errors}");
    assert_eq!(errors.contains("\"kernels\":[{"), on_device(), "{program} {arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// A program that is given wrong input says so in these words, with exit code 1.
#[track_caller]
fn complains(program: &str, arguments: &[&str], words: &[&str]) {
    let output = run(program, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{program} {arguments:?}: {errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    for word in words {
        assert!(errors.contains(word), "no `{word}` in: {errors}");
    }
}

/// A folder of the test, and a file in it.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

/// A photograph of 40 × 24 pixels, cut from the one that comes with the examples.
fn small_photo() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.png");
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/coffee.jpg");
    let cut = image::open(whole).unwrap().crop_imm(200, 60, 40, 24);
    cut.save(&path).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

#[track_caller]
fn shape(path: impl AsRef<Path>) -> (u32, u32) {
    image::image_dimensions(path).unwrap()
}

#[test]
fn filters() {
    let (folder, photo) = small_photo();
    let out = folder.path().join("out");
    succeeds("filters", &[&photo, "--blur", "2", "--out", out.to_str().unwrap()]);
    for name in ["blurred.png", "sobel.png", "canny.png"] {
        assert_eq!(shape(out.join(name)), (40, 24));
    }
    complains("filters", &[&photo, "--blur", "0"], &["--blur", "but is 0"]);
}

#[test]
fn pictures_of_one_pixel() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dot.png");
    image::RgbImage::from_pixel(1, 1, image::Rgb([255, 0, 0])).save(&path).unwrap();
    let (path, out) = (path.to_str().unwrap(), folder.path().to_str().unwrap());
    succeeds("filters", &[path, "--out", out]);
    assert_eq!(shape(folder.path().join("canny.png")), (1, 1));
    let out = folder.path().join("one.png");
    let out = out.to_str().unwrap();
    assert!(succeeds("quantise", &[path, "--rounds", "2", "--out", out]).contains("#ff0000"));
    succeeds("matmul", &[path, "--out", out]);
    assert_eq!(shape(out), (1, 1));
}

#[test]
fn quantise() {
    let (folder, photo) = small_photo();
    let out = folder.path().join("few.png");
    let arguments = [&photo, "--colours", "3", "--rounds", "4", "--out", out.to_str().unwrap()];
    let printed = succeeds("quantise", &arguments);
    assert_eq!(printed.lines().filter(|line| line.starts_with('#')).count(), 3);
    let picture = image::open(&out).unwrap().into_rgb8();
    let colours: std::collections::HashSet<_> = picture.pixels().collect();
    assert!(colours.len() <= 3);
}

#[test]
fn mandelbrot() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("julia.png");
    let out = out.to_str().unwrap();
    succeeds("mandelbrot", &["--width", "40", "--height", "30", "--limit", "50", "--out", out]);
    assert_eq!(shape(out), (40, 30));
    let size = ["--width", "20", "--height", "10"];
    succeeds("mandelbrot", &[&["--julia", "-0.8,0.156", "--out", out], &size[..]].concat());
    assert_eq!(shape(out), (20, 10));
}

#[test]
fn gray_scott() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    succeeds("gray_scott", &["--size", "24", "--frames", "3", "--steps", "5", "--out", out]);
    assert_eq!(shape(folder.path().join("film.gif")), (24, 24));
    assert_eq!(shape(folder.path().join("last.png")), (24, 24));
}

#[test]
fn nbody() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tracks.png");
    let out = out.to_str().unwrap();
    let printed = succeeds("nbody", &["--years", "0.2", "--out", out]);
    assert!(printed.contains("energy changed by"));
    assert_eq!(shape(out), (900, 600));
    succeeds("nbody", &["--galaxy", "5", "--years", "0.1", "--out", out]);
}

#[test]
fn black_scholes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("quotes.csv");
    let printed = succeeds("black_scholes", &["--out", out.to_str().unwrap()]);
    assert!(printed.starts_with("2100 quotes"));
    assert_eq!(fs::read_to_string(out).unwrap().lines().count(), 2101);
    let head = "kind,spot,strike,days,rate,volatility\n";
    let (_folder, path) = file("kind.csv", format!("{head}swap,1,1,1,1,1\n"));
    complains(
        "black_scholes",
        &[&path],
        &["kind.csv:2:", "`kind` should be `call` or `put`, but is `swap`"],
    );
    let (_folder, path) = file("spot.csv", format!("{head}put,1,1,1,1,1\ncall,-3,1,1,1,1\n"));
    complains(
        "black_scholes",
        &[&path],
        &["spot.csv:3:", "`spot` should be a positive number, but is `-3`"],
    );
}

#[test]
fn statistics() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("histogram.png");
    let out = out.to_str().unwrap();
    let printed = succeeds("statistics", &["--column", "wind", "--samples", "50", "--out", out]);
    assert!(printed.starts_with("wind: 1461 numbers"));
    assert_eq!(shape(out), (900, 600));
    let (_folder, path) = file("same.csv", "x\n2.5\n2.5\n");
    succeeds("statistics", &[&path, "--column", "x", "--out", out]);
}

#[test]
fn matmul() {
    let (folder, photo) = small_photo();
    let out = folder.path().join("compressed.png");
    succeeds("matmul", &[&photo, "--kept", "9", "--out", out.to_str().unwrap()]);
    assert_eq!(shape(out), (40, 24));
    // The trace of [[0, 1], [2, 3]]² / 17² is 13 / 289.
    assert!(succeeds("matmul", &["--size", "2"]).contains("0.04498"));
}

#[test]
fn floyd_warshall() {
    let (folder, airports) =
        file("airports.csv", "iata,latitude,longitude\nA,0,0\nB,0,10\nC,0,20\nD,5,5\n");
    let flights = folder.path().join("flights.csv");
    fs::write(&flights, "origin,destination\nA,B\nB,C\n").unwrap();
    let out = folder.path().join("map.png");
    let tables = ["--airports", &airports, "--flights", flights.to_str().unwrap()];
    let tables = [&tables[..], &["--out", out.to_str().unwrap()]].concat();
    let printed =
        succeeds("floyd_warshall", &[&tables[..], &["--from", "A", "--to", "C"]].concat());
    assert!(printed.starts_with("A → B") && printed.contains("\nB → C"), "{printed}");
    complains(
        "floyd_warshall",
        &[&tables[..], &["--from", "A", "--to", "D"]].concat(),
        &["no flights lead from A to D"],
    );
    complains(
        "floyd_warshall",
        &[&tables[..], &["--from", "A", "--to", "Z"]].concat(),
        &["there is no airport `Z`"],
    );
}

#[test]
fn quicksort() {
    let (_folder, path) = file("table.csv", "x\n3\n-1\n2.5\n0\n7\n");
    let printed = succeeds("quicksort", &[&path, "--column", "x"]);
    assert!(printed.starts_with("5 numbers, from -1 to 7\n"), "{printed}");
    assert!(printed.contains("half at most 2.5") && printed.contains("kernel quicksort.1"));
    succeeds("quicksort", &["--random", "1000"]);
}

#[test]
fn conjugate_gradient() {
    let head = "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n";
    let (_folder, path) = file("a.mtx", format!("{head}2 2 3\n1 1 4\n2 1 1\n\n2 2 3\n"));
    let printed = succeeds("conjugate_gradient", &[&path]);
    assert!(printed.starts_with("2 unknowns, 4 entries\nsolved in 2 rounds"), "{printed}");
    succeeds("conjugate_gradient", &["--plate", "12"]);
    for (content, words) in [
        ("rows\n", "line 1: expected `%%MatrixMarket matrix coordinate …`"),
        ("%%MatrixMarket matrix array real general\n", "line 1: only"),
        ("%%MatrixMarket matrix coordinate real general\n", "ends before the sizes"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n", "ends before its last"),
        (
            "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n",
            "line 3: expected a number up to 2",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1\n",
            "line 3: rows and columns count from 1",
        ),
        ("%%MatrixMarket matrix coordinate real general\n1 2 1\n1 1 1\n", "not square"),
        (
            "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 -1\n",
            "positive definite",
        ),
    ] {
        let (_folder, path) = file("wrong.mtx", content);
        complains("conjugate_gradient", &[&path], &[words]);
    }
}

#[test]
fn pagerank() {
    let printed = succeeds("pagerank", &["--from", "JFK"]);
    assert!(
        printed.starts_with("305 vertices, 5366 edges") && printed.contains("\n  ATL "),
        "{printed}"
    );
    let (_folder, path) = file("edges.txt", "# a comment\na b\nb\tc\nc,a\nd a\n");
    let printed = succeeds("pagerank", &[&path, "--from", "a"]);
    assert!(printed.contains("none          1 vertices"), "{printed}");
    succeeds("pagerank", &["--random", "200"]);
    complains("pagerank", &[&path, "--from", "z"], &["there is no vertex `z`"]);
    let (_folder, path) = file("edges.txt", "a b\n\nc\n");
    complains("pagerank", &[&path], &["edges.txt:3: expected two names, but found `c`"]);
    let (_folder, path) = file("edges.txt", "# nothing\n");
    complains("pagerank", &[&path], &["has no edges"]);
}

#[test]
fn softmax() {
    let printed = succeeds("softmax", &[]);
    assert!(printed.starts_with("303 groups, 5366 choices"), "{printed}");
    let (_folder, path) =
        file("films.csv", "who,film,stars\nann,Heat,3\nbob,Alien,2\nann,Alien,5\n");
    let columns = ["--group", "who", "--choice", "film", "--score", "stars", "--temperature", "1"];
    let printed = succeeds("softmax", &[&[path.as_str()][..], &columns].concat());
    assert!(printed.contains("most likely Alien with 0.8808"), "{printed}");
    succeeds("softmax", &["--random", "20"]);
}

#[test]
fn primes() {
    let (_folder, path) = file("numbers.txt", "12 97\n10000000000000\n");
    let printed = succeeds("primes", &[&path, "--limit", "100"]);
    assert!(
        printed.starts_with("25 primes up to 100, the last is 97\n12 = 2 × 2 × 3\n97 = 97\n"),
        "{printed}"
    );
    let (_folder, path) = file("numbers.txt", "12 1\n");
    complains("primes", &[&path], &["expected a number from 2 to 10^14, but found `1`"]);
}

#[test]
fn word_frequency() {
    let printed = succeeds("word_frequency", &["--top", "3"]);
    assert!(printed.starts_with("26683 words, 2636 of them different\n  the  "), "{printed}");
    let (_folder, path) = file("text.txt", "A rose is a rose is a rose.");
    let printed = succeeds("word_frequency", &[&path]);
    assert!(printed.starts_with("8 words, 3 of them different\n  a   "), "{printed}");
    succeeds("word_frequency", &["--random", "500"]);
    complains("word_frequency", &["nowhere.txt"], &["cannot read the text nowhere.txt"]);
}

#[test]
fn md5_search() {
    let (_folder, path) = file("words.txt", "apple\r\npassword\npear\n");
    let digest = "5f4dcc3b5aa765d61d8327deb882cf99";
    let other = "00000000000000000000000000000000";
    let printed = succeeds("md5_search", &[&path, "--digest", digest, "--digest", other]);
    assert!(printed.contains(&format!("{digest}  password\n")), "{printed}");
    assert!(printed.contains(&format!("{other}  no word of the list\n")), "{printed}");
    succeeds("md5_search", &["--random", "500"]);
    let (_folder, path) = file("words.txt", "\n\n");
    complains("md5_search", &[&path], &["no words in the list"]);
}

#[test]
fn kmeans() {
    let printed = succeeds("kmeans", &["--clusters", "4"]);
    assert!(printed.starts_with("305 rows in 4 clusters"), "{printed}");
    let (_folder, path) = file("points.csv", "x,who\n1,a\n2,b\n8,c\n9,d\n");
    let columns = ["--columns", "x", "--name", "who", "--clusters", "2"];
    let printed = succeeds("kmeans", &[&[path.as_str()][..], &columns].concat());
    assert!(printed.contains("2 around (8.50), radius 0.50: c, d"), "{printed}");
    succeeds("kmeans", &["--random", "200"]);
    complains(
        "kmeans",
        &[&path, "--columns", "x", "--clusters", "5"],
        &["4 rows cannot be 5 clusters"],
    );
}

#[test]
fn barnes_hut() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("film.gif");
    let size = ["--frames", "2", "--size", "24", "--out", out.to_str().unwrap()];
    let printed = succeeds("barnes_hut", &[&["--bodies", "100"][..], &size].concat());
    assert!(printed.contains("100 bodies") && printed.contains("change a pull by"), "{printed}");
    assert_eq!(shape(&out), (24, 24));
    let planets = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/planets.csv");
    succeeds("barnes_hut", &[&[planets.to_str().unwrap()][..], &size].concat());
}

#[test]
fn tour() {
    let (folder, photo) = small_photo();
    let out = folder.path().to_str().unwrap();
    let montage = folder.path().join("montage.png");
    let arguments = ["--picture", &photo, "--out", out, "--quick"];
    let printed =
        succeeds("tour", &[&arguments[..], &["--montage", montage.to_str().unwrap()]].concat());
    assert!(printed.contains("kernel ") && printed.contains("speed-up"), "{printed}");
    for name in ["photograph", "edges", "quantised", "histogram", "mandelbrot", "reaction"] {
        assert!(shape(folder.path().join(name).with_extension("png")).0 > 0);
    }
    assert!(shape(montage).0 > 0);
}

#[test]
fn pictures_that_cannot_be_read() {
    complains("filters", &["nowhere.png"], &["cannot read the picture nowhere.png"]);
    let (_folder, path) = file("text.png", "this is no picture");
    complains("quantise", &[&path], &["text.png is not a picture that can be read"]);
    let (_folder, photo) = small_photo();
    let half = fs::read(&photo).unwrap();
    let (_folder, path) = file("half.png", &half[..half.len() / 2]);
    complains("matmul", &[&path], &["half.png is not a picture that can be read"]);
    // A GIF whose only frame has no pixels.
    let empty = b"GIF89a\0\0\0\0\0\0\0,\0\0\0\0\0\0\0\0\0\x02\0;";
    let (_folder, path) = file("empty.gif", empty);
    complains("filters", &[&path], &["empty.gif"]);
}

#[test]
fn tables_that_cannot_be_read() {
    complains("statistics", &["nowhere.csv"], &["cannot read the table nowhere.csv"]);
    let (_folder, path) = file("none.csv", "a,b\n");
    complains("statistics", &[&path, "--column", "a"], &["none.csv has no rows"]);
    let (_folder, path) = file("rows.csv", "a,b\n1,2\n3\n");
    complains("statistics", &[&path, "--column", "a"], &["rows.csv", "line: 3"]);
    let (_folder, path) = file("cells.csv", "a,b\n1,2\n3,four\n");
    complains(
        "statistics",
        &[&path, "--column", "b"],
        &["cells.csv:3: `b` should be a finite number, but is `four`"],
    );
    complains("statistics", &[&path, "--column", "c"], &["has no column `c`; it has a, b"]);
    let (_folder, path) = file("nan.csv", "a\nNaN\n");
    complains("statistics", &[&path, "--column", "a"], &["nan.csv:2:"]);
    let (_folder, path) = file("bytes.csv", b"a\n\xff\xfe\n");
    complains("statistics", &[&path, "--column", "a"], &["bytes.csv"]);
}

#[test]
fn results_that_cannot_be_written() {
    let (_folder, path) = file("taken", "a file where a folder should be");
    let out = format!("{path}/picture.png");
    complains("mandelbrot", &["--width", "2", "--height", "2", "--out", &out], &["taken"]);
    complains("black_scholes", &["--out", &out], &["cannot write the table"]);
    complains(
        "mandelbrot",
        &["--width", "2", "--height", "2", "--out", "target/picture.unknown"],
        &["cannot write the picture target/picture.unknown"],
    );
}
