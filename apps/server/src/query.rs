//! Queries of addresses: pairs, some of them several times.

use percent_encoding::percent_decode_str;

use crate::refusal::Refusal;

/// The pairs of a query, decoded.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (String, String)> + '_ {
    form_urlencoded::parse(query.as_bytes()).into_owned()
}

/// Is the query UTF-8 once it is decoded?
pub(crate) fn check_text(query: &str) -> Result<(), Refusal> {
    match percent_decode_str(query).decode_utf8() {
        Ok(_) => Ok(()),
        Err(_) => Err(Refusal::new("json", "the query can't be read: it is not UTF-8")),
    }
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
