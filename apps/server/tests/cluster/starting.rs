//! Starting: what is wrong with the database is told in a sentence, without the password.

use tercet_server::Server;

use crate::database::{Database, PASSWORD};
use crate::node::options;

async fn refusal(url: &str) -> String {
    let data = tempfile::tempdir().unwrap();
    let error =
        format!("{:#}", Server::open(&options(data.path(), url)).await.err().expect("it does not start"));
    assert!(!error.contains(PASSWORD) && !error.contains("wrong-horse"), "{error}");
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_of_no_use_is_told_of_in_a_sentence() {
    let database = Database::start();
    let form = "write postgres://USER:PASSWORD@HOST/DATABASE";
    assert_eq!(
        refusal("mysql://wrong-horse@h/d").await,
        format!("the journal's address is none of PostgreSQL: it begins otherwise; {form}")
    );
    assert_eq!(
        refusal("postgres://tercet:wrong-horse@[::1:x/").await,
        format!("the journal's address is none of PostgreSQL: it can't be read; {form}")
    );
    let wrong = database.url().replace(PASSWORD, "wrong-horse");
    assert_eq!(
        refusal(&wrong).await,
        "the database of the journal refused the login: password authentication failed for user \"tercet\""
    );
    let missing = database.url().replace("/postgres", "/nowhere").replace("nowhere://", "postgres://");
    assert_eq!(
        refusal(&missing).await,
        "the database of the journal refused the login: database \"nowhere\" does not exist"
    );
    let nobody = refusal("postgres://tercet:wrong-horse@127.0.0.1:1/postgres").await;
    assert!(nobody.starts_with("the database of the journal can't be reached: "), "{nobody}");
    database.sql("CREATE USER guest PASSWORD 'wrong-horse'");
    let guest = database.url().replace("tercet:", "guest:").replace(PASSWORD, "wrong-horse");
    let refused = refusal(&guest).await;
    assert!(
        refused.starts_with("the database of the journal allows too little: permission denied"),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_and_another_databases_directory_are_refused() {
    let (database, other) = (Database::start(), Database::start());
    let data = tempfile::tempdir().unwrap();
    let running = Server::open(&options(data.path(), &database.url())).await.unwrap().start().unwrap();
    running.stop().await;
    let error = Server::open(&options(data.path(), &other.url())).await.err().unwrap().to_string();
    let why = "has copies of another database's games; give each database a --data of its own";
    assert_eq!(error, format!("`{}` {why}", data.path().display()));
    database.sql("UPDATE tercet.about SET version = 99");
    let why = "the journal has schema 99, and this build knows up to 1; update tercet";
    assert_eq!(refusal(&database.url()).await, why);
}
