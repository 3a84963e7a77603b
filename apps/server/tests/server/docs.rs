//! The documentation's examples run as they stand.

use std::process::Command;

use crate::client::House;

/// The lines of all `sh` blocks.
fn script(text: &str) -> String {
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_curl_of_the_http_guide_works() {
    let house = House::open().await;
    let here = format!("http://{}", house.address);
    let script = script(include_str!("../../../../docs/http.md")).replace("http://127.0.0.1:8080", &here);
    assert!(script.matches("curl ").count() >= 30);
    let place = tempfile::tempdir().unwrap();
    let run = Command::new("sh").args(["-euc", &script]).current_dir(place.path()).output().unwrap();
    let (out, complaints) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}\n{complaints}");
    let file = |name: &str| std::fs::read(place.path().join(name)).unwrap();
    assert!(file("board.svg").starts_with(b"<svg ") && file("then.svg").starts_with(b"<svg "));
    assert_eq!((&file("board.png")[1..4], &file("moves.parquet")[..4]), (&b"PNG"[..], &b"PAR1"[..]));
}
