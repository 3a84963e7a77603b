//! Queries of addresses: pairs, some of them several times.

use crate::refusal::Refusal;

/// The pairs of a query, decoded.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (String, String)> + '_ {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(key), decoded(value))
    })
}

/// Is the query UTF-8 once it is decoded?
pub(crate) fn check_text(query: &str) -> Result<(), Refusal> {
    match String::from_utf8(decoded_bytes(query)) {
        Ok(_) => Ok(()),
        Err(_) => Err(Refusal::new("json", "the query can't be read: it is not UTF-8")),
    }
}

fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&decoded_bytes(text)).into_owned()
}

fn decoded_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits: Vec<u8> = rest.clone().take(2).collect();
                let code =
                    std::str::from_utf8(&digits).ok().and_then(|code| u8::from_str_radix(code, 16).ok());
                match code {
                    Some(code) if digits.len() == 2 => {
                        bytes.push(code);
                        rest.nth(1);
                    }
                    _ => bytes.push(b'%'),
                }
            }
            _ => bytes.push(byte),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_utf8() {
        assert_eq!(check_text("name=%C3%A9&x=100%"), Ok(()));
        assert_eq!(check_text("name=%ff").unwrap_err().code, "json");
    }

    #[test]
    fn a_query_is_decoded_pair_by_pair() {
        let read: Vec<(String, String)> =
            pairs("pick=a%20b&pick=c+d&ghost=place%201&x&=y&p=100%&q=%zz").collect();
        let read: Vec<(&str, &str)> =
            read.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let all = [
            ("pick", "a b"),
            ("pick", "c d"),
            ("ghost", "place 1"),
            ("x", ""),
            ("", "y"),
            ("p", "100%"),
            ("q", "%zz"),
        ];
        assert_eq!(read, all);
    }
}
