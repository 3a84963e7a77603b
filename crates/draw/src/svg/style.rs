//! The classes of pictures, and the colours that they ask for.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use tercet_scene::Role;

use super::{share, written};
use crate::theme::THEMES;
use crate::{Color, Theme};

/// The style sheet of a page with pictures: the classes that they use, and every theme's colours as variables. The theme
/// is that of the nearest element around a picture with the attribute `data-theme`, and `light` without one.
pub fn stylesheet() -> String {
    let mut out = String::new();
    for role in Role::all() {
        written(rule(&mut out, role, Slot::Fill, &Ink::Variable));
        written(rule(&mut out, role, Slot::Stroke, &Ink::Variable));
    }
    for name in THEMES {
        let theme = Theme::named(name).expect("it is one of the list");
        let root = if name == THEMES[0] { ":root," } else { "" };
        written(write!(out, "{root}[data-theme=\"{name}\"]{{"));
        for role in Role::all() {
            let color = theme.color(role);
            written(write!(out, "--tercet-{}:{color};", role.name()));
            if is_thin(role) {
                written(write!(out, "--tercet-{}-opacity:{};", role.name(), share(color.percent)));
            }
        }
        out.push_str("}\n");
    }
    out
}

/// The rules for the classes in use. The plain colours stand first, for programs that don't know variables: those leave
/// out what is only for programs that do.
pub(super) fn style(used: &BTreeSet<(String, Slot)>, theme: &Theme, out: &mut String) -> fmt::Result {
    let all = || Role::all().flat_map(|role| Slot::BOTH.map(|slot| (role, slot)));
    let in_use = || all().filter(|(role, slot)| used.contains(&(role.name(), *slot)));
    out.write_str("<style>\n")?;
    in_use().try_for_each(|(role, slot)| rule(out, role, slot, &Ink::Plain(theme.color(role))))?;
    out.write_str("@supports (fill:var(--tercet)){\n")?;
    in_use().try_for_each(|(role, slot)| rule(out, role, slot, &Ink::VariableOr(theme.color(role))))?;
    out.write_str("}\n</style>\n")
}

/// What a rule says of a colour.
enum Ink {
    Plain(Color),
    Variable,
    VariableOr(Color),
}

/// A class's rule.
fn rule(out: &mut String, role: Role, slot: Slot, ink: &Ink) -> fmt::Result {
    let (letter, property) = match slot {
        Slot::Fill => ("f", "fill"),
        Slot::Stroke => ("s", "stroke"),
    };
    let name = role.name();
    let value = |name: String, of: &dyn Fn(&Color) -> String| match ink {
        Ink::Plain(color) => of(color),
        Ink::Variable => format!("var(--tercet-{name})"),
        Ink::VariableOr(color) => format!("var(--tercet-{name},{})", of(color)),
    };
    write!(out, ".tercet .{letter}-{name}{{{property}:{}", value(name.clone(), &Color::to_string))?;
    if is_thin(role) {
        let opacity = value(format!("{name}-opacity"), &|color| share(color.percent));
        write!(out, ";{property}-opacity:{opacity}")?;
    }
    out.write_str("}\n")
}

/// Is the role transparent in some theme?
fn is_thin(role: Role) -> bool {
    matches!(role, Role::Shadow | Role::SymbolEdge)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Fill,
    Stroke,
}

impl Slot {
    pub(super) const BOTH: [Slot; 2] = [Slot::Fill, Slot::Stroke];
}
