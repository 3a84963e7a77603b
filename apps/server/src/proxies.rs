//! Who a request comes from where proxies stand between.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};

/// A network: all addresses that begin like this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    /// Is the address in it?
    pub fn has(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                same_start(own.to_bits().into(), other.to_bits().into(), 32 - u32::from(self.prefix))
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                same_start(own.to_bits(), other.to_bits(), 128 - u32::from(self.prefix))
            }
            _ => false,
        }
    }
}

/// Are two addresses the same but for so many last bits?
fn same_start(one: u128, other: u128, last: u32) -> bool {
    (one ^ other).checked_shr(last).unwrap_or(0) == 0
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let bad = || format!("`{text}` is no network; write one as 10.0.0.0/8, fd00::/8 or 127.0.0.1");
        let (address, prefix) =
            text.split_once('/').map_or((text, None), |(first, last)| (first, Some(last)));
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(bits), str::parse).map_err(|_| bad())?;
        if prefix > bits {
            return Err(bad());
        }
        Ok(Network { address, prefix })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

/// Which header says where requests come from. Only one is read: what a proxy does not write itself, it hands on as the
/// client sent it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: 192.0.2.7, 10.0.0.1`
    #[default]
    XForwardedFor,
    /// `Forwarded: for=192.0.2.7, for="[2001:db8::1]:4711"`
    Forwarded,
}

/// The proxies that are believed.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// Where they are.
    pub networks: Vec<Network>,
    /// What they write.
    pub header: ProxyHeader,
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The most proxies that a request is followed through.
const MOST_HOPS: usize = 16;

impl Proxies {
    /// Is it one of them?
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.has(address))
    }

    /// Who asks: the last address on the way here that is none of our proxies. What stands before it, a client may have
    /// made up.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let mut hops = self.hops(headers).into_iter().rev().take(MOST_HOPS);
        while self.has(client)
            && let Some(Some(before)) = hops.next()
        {
            client = before;
        }
        client.to_canonical()
    }

    /// Did the client speak TLS with a proxy of ours?
    pub(crate) fn is_secure(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let last =
            || headers.get_all(X_FORWARDED_PROTO).iter().next_back()?.to_str().ok()?.rsplit(',').next();
        self.has(peer) && last().is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
    }

    /// The addresses on the way here, the nearest last; `None` where one can't be read.
    fn hops(&self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        let (name, read): (_, fn(&str) -> Option<IpAddr>) = match self.header {
            ProxyHeader::XForwardedFor => (X_FORWARDED_FOR, address_of),
            ProxyHeader::Forwarded => (FORWARDED, forwarded_for),
        };
        let lines = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or(""));
        lines.flat_map(|line| line.split(',')).map(|hop| read(hop.trim())).collect()
    }
}

/// Did a proxy hand the request on, whatever it says?
pub(crate) fn is_handed_on(headers: &HeaderMap) -> bool {
    headers.contains_key(X_FORWARDED_FOR) || headers.contains_key(FORWARDED) || headers.contains_key("via")
}

/// The `for` of an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address_of(value.trim_matches('"'))
}

/// An address, with or without port and brackets.
fn address_of(text: &str) -> Option<IpAddr> {
    let plain = text.parse().or_else(|_| text.trim_matches(['[', ']']).parse()).ok();
    plain.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(networks: &[&str], header: ProxyHeader) -> Proxies {
        Proxies { networks: networks.iter().map(|text| text.parse().unwrap()).collect(), header }
    }

    fn client(proxies: &Proxies, peer: &str, headers: &[(&str, &str)]) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &map).to_string()
    }

    #[test]
    fn networks_are_read_and_hold_what_begins_like_them() {
        let has =
            |network: &str, address: &str| network.parse::<Network>().unwrap().has(address.parse().unwrap());
        assert!(has("10.0.0.0/8", "10.255.0.1") && !has("10.0.0.0/8", "11.0.0.1"));
        assert!(has("0.0.0.0/0", "1.2.3.4") && !has("0.0.0.0/0", "::1"));
        assert!(has("127.0.0.1", "127.0.0.1") && !has("127.0.0.1", "127.0.0.2"));
        assert!(has("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(has("fd00::/8", "fdff::1") && has("::/0", "2001:db8::1") && !has("fd00::/8", "fe80::1"));
        for bad in ["", "10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.0/x", "localhost"] {
            let why = format!("`{bad}` is no network; write one as 10.0.0.0/8, fd00::/8 or 127.0.0.1");
            assert_eq!(bad.parse::<Network>(), Err(why));
        }
    }

    #[test]
    fn the_right_most_address_that_is_no_proxy_asks() {
        let own = proxies(&["127.0.0.1", "10.0.0.0/8"], ProxyHeader::XForwardedFor);
        let ask = |value: &str| client(&own, "127.0.0.1", &[("x-forwarded-for", value)]);
        assert_eq!(ask("192.0.2.7"), "192.0.2.7");
        assert_eq!(ask("6.6.6.6, 192.0.2.7, 10.1.2.3"), "192.0.2.7", "what a client made up is not believed");
        assert_eq!(ask("192.0.2.7:4711"), "192.0.2.7");
        assert_eq!(ask("2001:db8::1, 10.0.0.1"), "2001:db8::1");
        assert_eq!(ask("192.0.2.7, nonsense"), "127.0.0.1");
        assert_eq!(ask("10.9.9.9, 10.0.0.1"), "10.9.9.9");
        let lines = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "192.0.2.7")];
        assert_eq!(client(&own, "127.0.0.1", &lines), "192.0.2.7");
        assert_eq!(client(&own, "198.51.100.1", &lines), "198.51.100.1", "a stranger's word is no proxy's");
        assert_eq!(client(&own, "127.0.0.1", &[("forwarded", "for=6.6.6.6")]), "127.0.0.1");
    }

    #[test]
    fn the_standard_header_is_read_where_the_proxy_writes_it() {
        let own = proxies(&["::1"], ProxyHeader::Forwarded);
        let ask = |value: &str| client(&own, "::1", &[("forwarded", value), ("x-forwarded-for", "6.6.6.6")]);
        assert_eq!(ask("for=192.0.2.7;proto=https;by=203.0.113.43"), "192.0.2.7");
        assert_eq!(ask("for=6.6.6.6, For=\"[2001:db8:cafe::17]:4711\""), "2001:db8:cafe::17");
        assert_eq!(ask("for=_hidden"), "::1");
        assert_eq!(ask("proto=https"), "::1");
    }

    #[test]
    fn only_a_proxy_of_ours_says_that_it_was_tls() {
        let own = proxies(&["127.0.0.1"], ProxyHeader::XForwardedFor);
        let headers: HeaderMap = [(X_FORWARDED_PROTO, "https".parse().unwrap())].into_iter().collect();
        assert!(own.is_secure("127.0.0.1".parse().unwrap(), &headers));
        assert!(!own.is_secure("192.0.2.7".parse().unwrap(), &headers));
        assert!(!own.is_secure("127.0.0.1".parse().unwrap(), &HeaderMap::new()));
    }
}
