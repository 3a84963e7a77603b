//! A table of another server, over HTTP.

use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::{Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// How long an answer may take; a server answers who waits for a state after 20 seconds.
const PATIENCE: Duration = Duration::from_secs(40);
/// The largest answer that is read.
const LARGEST: usize = 16 << 20;

/// The address of a table, and the token of a seat if the link has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    host: String,
    table: String,
    pub(super) token: Option<String>,
}

impl FromStr for Place {
    type Err = String;

    fn from_str(url: &str) -> Result<Place, String> {
        let wrong = || format!("`{url}` is no table's address; it is as in http://127.0.0.1:8080/t/TABLE");
        if url.starts_with("https://") {
            return Err("https is not spoken here; reach the server by http, as over a tunnel".to_owned());
        }
        let rest = url.strip_prefix("http://").ok_or_else(wrong)?;
        let (address, token) =
            rest.split_once('#').map_or((rest, None), |(address, token)| (address, Some(token)));
        let (host, table) = address.split_once("/t/").ok_or_else(wrong)?;
        let table = table.trim_end_matches('/');
        let is_name = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if host.is_empty() || host.contains('/') || !is_name(table) {
            return Err(wrong());
        }
        let token = token.filter(|token| !token.is_empty()).map(str::to_owned);
        Ok(Place { host: host.to_owned(), table: table.to_owned(), token })
    }
}

/// Why the server did not do something.
pub(super) struct Refused {
    pub(super) code: String,
    pub(super) why: String,
}

pub(super) struct Remote {
    pub(super) place: Place,
    client: Client<HttpConnector, Full<Bytes>>,
    runtime: Runtime,
    /// What the server itself asks for.
    access: Option<String>,
}

impl Remote {
    pub(super) fn new(place: Place) -> Result<Remote> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = Client::builder(TokioExecutor::new()).build_http();
        Ok(Remote { place, client, runtime, access: std::env::var("TERCET_TOKEN").ok() })
    }

    /// The table as the seat of this token sees it.
    pub(super) fn look(&self, token: &str, query: &str) -> Result<Value> {
        successful(self.send(Method::GET, &format!("?{query}"), token, None)?)
    }

    pub(super) fn post(&self, what: &str, token: &str, body: &Value) -> Result<Value> {
        successful(self.try_post(what, token, body)?)
    }

    /// The same, where a refusal is no failure.
    pub(super) fn try_post(&self, what: &str, token: &str, body: &Value) -> Result<Result<Value, Refused>> {
        self.send(Method::POST, &format!("/{what}"), token, Some(body))
    }

    fn send(
        &self,
        method: Method,
        rest: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Result<Result<Value, Refused>> {
        let Place { host, table, .. } = &self.place;
        let mut request =
            Request::builder().method(method).uri(format!("http://{host}/api/tables/{table}{rest}"));
        if !token.is_empty() {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        if let Some(access) = &self.access {
            request = request.header("Tercet-Access", access);
        }
        let body = body.map_or_else(Bytes::new, |body| body.to_string().into());
        let request = request.header("Content-Type", "application/json").body(Full::new(body))?;
        let exchange = async {
            let answer = self.client.request(request).await?;
            let is_well = answer.status().is_success();
            let body =
                Limited::new(answer.into_body(), LARGEST).collect().await.map_err(|error| anyhow!(error))?;
            anyhow::Ok((is_well, body.to_bytes()))
        };
        let late = || anyhow!("http://{host} gave no answer in {} seconds", PATIENCE.as_secs());
        let done = self.runtime.block_on(async { timeout(PATIENCE, exchange).await }).map_err(|_| late())?;
        let (is_well, body) = done.with_context(|| format!("http://{host} can't be asked"))?;
        let value: Value = serde_json::from_slice(&body)
            .with_context(|| format!("http://{host} answers what is not a server of Tercet's"))?;
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        Ok(if is_well { Ok(value) } else { Err(Refused { code: text("code"), why: text("why") }) })
    }

    /// Says at a table that waits for its players that this one may begin, and waits until the game has begun.
    pub(super) fn be_ready(&self, token: &str) -> Result<()> {
        let Place { host, table, .. } = &self.place;
        let mut request = format!("ws://{host}/ws").into_client_request()?;
        if let Some(access) = &self.access {
            request.headers_mut().insert("Tercet-Access", access.parse()?);
        }
        self.runtime.block_on(async {
            let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
            let watch = json!({ "type": "watch", "id": 1, "table": table, "tokens": [token] });
            let ready = json!({ "type": "ready", "id": 2, "table": table, "ready": true });
            for message in [watch, ready] {
                socket.send(Message::text(message.to_string())).await?;
            }
            while let Some(message) = socket.next().await {
                let Message::Text(text) = message? else { continue };
                let heard: Value = serde_json::from_str(&text)?;
                match heard["type"].as_str() {
                    Some("seats") if heard["waits"] == false => return Ok(()),
                    Some("refused") => {
                        bail!("the table refuses: {}", heard["why"].as_str().unwrap_or_default())
                    }
                    _ => {}
                }
            }
            bail!("the server has closed the connection")
        })
    }
}

fn successful(answer: Result<Value, Refused>) -> Result<Value> {
    answer.map_err(|Refused { code, why }| anyhow!("the server refuses ({code}): {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_the_page_shows_them() {
        let place = |url: &str| url.parse::<Place>();
        let expected = |token: Option<&str>| Place {
            host: "127.0.0.1:8080".to_owned(),
            table: "k3v9".to_owned(),
            token: token.map(str::to_owned),
        };
        assert_eq!(place("http://127.0.0.1:8080/t/k3v9"), Ok(expected(None)));
        assert_eq!(place("http://127.0.0.1:8080/t/k3v9#pV2_-x"), Ok(expected(Some("pV2_-x"))));
        for bad in [
            "",
            "k3v9",
            "http://host/r/12",
            "http:///t/k3v9",
            "http://host/t/",
            "http://host/t/a/b",
            "https://h/t/a",
        ] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }
}
