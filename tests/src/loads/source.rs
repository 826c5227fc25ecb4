//! A file of random items, and random edits of it.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use super::forms::{FORMS, Form};

/// How many names there are: few, so that they become other things.
const NAMES: usize = 14;
const ITEMS: usize = 9;
const ITEMS_MAX: usize = 13;

/// What an item lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Nothing,
    Namespace,
    Nested,
    Inline,
    Unnamed,
    /// A namespace, and a `using` declaration of the name after it.
    Using,
    /// A namespace, and a `using namespace` after it.
    Directive,
}

const AROUND: &[Around] = &[
    Around::Nothing,
    Around::Namespace,
    Around::Nested,
    Around::Inline,
    Around::Unnamed,
    Around::Using,
    Around::Directive,
];

/// What keeps the header from being read twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    Nothing,
    Once,
    Macro,
}

/// Lines that say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remark {
    Nothing,
    Line,
    Block,
    Blank,
    /// Code that `#if 0` leaves out.
    Out,
}

const REMARKS: &[Remark] = &[
    Remark::Nothing,
    Remark::Line,
    Remark::Block,
    Remark::Blank,
    Remark::Out,
];

/// One thing of a file.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// What it is known by while it is edited.
    pub(super) id: usize,
    name: usize,
    form: (usize, usize),
    values: (usize, usize),
    bits: u8,
    /// The bits that were ever set while it was of this form.
    kept: u8,
    /// Items that it depends on, if they are there; of lower numbers, so that nothing depends on itself.
    needs: Vec<usize>,
    /// Which of their expressions.
    pick: usize,
    around: Around,
    /// It is declared at the top of the file too.
    forward: bool,
    /// It stands in an `#if`.
    conditional: bool,
    /// Its lines are written as one.
    joined: bool,
    remark: Remark,
}

/// What is done beside a load, without being compared.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aside {
    Function(usize),
    Lambda(usize),
    Template(usize),
    Rejected,
}

/// A file, its header and what is done after it is loaded.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) items: Vec<Item>,
    pub(super) guard: Guard,
    pub(super) aside: Option<Aside>,
    /// Nothing of it is evaluated.
    pub(super) quiet: bool,
    next: usize,
}

/// What is on the disk, and what is typed then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Text {
    pub(super) file: String,
    pub(super) header: String,
    /// Lines that show something.
    pub(super) probes: Vec<String>,
}

/// What an item offers to others.
#[derive(Debug, Default)]
struct Offer {
    host: Vec<String>,
    device: Vec<String>,
    constant: Vec<String>,
    types: Vec<String>,
    tried: Vec<String>,
}

impl Item {
    fn random(rng: &mut Rng, id: usize, name: usize) -> Item {
        let mut item = Item {
            id,
            name,
            form: random_form(rng),
            values: (rng.usize(1..80), rng.usize(1..80)),
            bits: rng.u8(..),
            kept: 0,
            needs: Vec::new(),
            pick: rng.usize(..100),
            around: Around::Nothing,
            forward: rng.u8(..5) == 0,
            conditional: rng.u8(..12) == 0,
            joined: rng.bool(),
            remark: Remark::Nothing,
        };
        item.kept = item.bits;
        item.depend(rng);
        if rng.u8(..3) == 0 {
            item.around = AROUND[rng.usize(..AROUND.len())];
        }
        item
    }

    fn depend(&mut self, rng: &mut Rng) {
        let id = self.id;
        self.needs = (0..rng.usize(..4))
            .filter(|_| id > 0)
            .map(|_| rng.usize(id.saturating_sub(8)..id))
            .collect();
        self.pick = rng.usize(..100);
    }

    /// A name does not move between the file and its header: functions of other files are not left behind.
    fn in_header(&self) -> bool {
        is_of_header(self.name)
    }

    fn form(&self) -> &'static Form {
        &FORMS[self.form.0][self.form.1]
    }

    fn around(&self) -> Around {
        if self.form().global {
            Around::Nothing
        } else {
            self.around
        }
    }

    /// The namespaces before its name.
    fn space(&self) -> &'static str {
        match self.around() {
            Around::Namespace => "s0::",
            Around::Nested => "s0::s1::",
            Around::Using => "s2::",
            _ => "",
        }
    }

    fn wrapped(&self, text: &str) -> String {
        let text = text.trim_end();
        match self.around() {
            Around::Nothing => format!("{text}\n"),
            Around::Namespace => format!("namespace s0 {{\n{text}\n}}\n"),
            Around::Nested => format!("namespace s0::s1 {{\n{text}\n}}\n"),
            Around::Inline => format!("inline namespace s3 {{\n{text}\n}}\n"),
            Around::Unnamed => format!("namespace {{\n{text}\n}}\n"),
            Around::Using => format!("namespace s2 {{\n{text}\n}}\n"),
            Around::Directive => format!("namespace s4 {{\n{text}\n}}\n"),
        }
    }

    /// A text of its form with everything put in.
    fn filled(&self, text: &str, known: &BTreeMap<usize, Offer>) -> String {
        let name = format!("n{}", self.name);
        let whole = format!("{}{name}", self.space());
        let bare = if self.around() == Around::Using {
            name.clone()
        } else {
            whole.clone()
        };
        let offers: Vec<&Offer> = self.needs.iter().filter_map(|id| known.get(id)).collect();
        let picked = |of: &dyn Fn(&Offer) -> Vec<String>| {
            let all: Vec<String> = offers.iter().flat_map(|offer| of(offer)).collect();
            (!all.is_empty()).then(|| all[self.pick % all.len()].clone())
        };
        let number =
            |found: Option<String>| found.map_or("3".to_owned(), |it| format!("int({it})"));
        let host = number(picked(&|offer| [&*offer.host, &offer.constant].concat()));
        let device = number(picked(&|offer| [&*offer.device, &offer.constant].concat()));
        let constant = number(picked(&|offer| offer.constant.clone()));
        let class = picked(&|offer| offer.types.clone()).unwrap_or_else(|| "plain".to_owned());
        text.replace("$Q_", &format!("{whole}_"))
            .replace("$Q", &bare)
            .replace("$N", &name)
            .replace("$V", &self.values.0.to_string())
            .replace("$W", &self.values.1.to_string())
            .replace("$H", &host)
            .replace("$D", &device)
            .replace("$C", &constant)
            .replace("$S", &class)
    }

    /// The lines whose conditions hold.
    fn chosen(&self, text: &str) -> String {
        let mut made = String::new();
        for line in text.lines() {
            let (mut rest, mut holds) = (line, true);
            while let Some(wanted @ (b'?' | b'!' | b'^')) = rest.bytes().next() {
                let bit = rest[1..2].parse::<u32>().expect("a bit follows");
                let bits = if wanted == b'^' { self.kept } else { self.bits };
                holds &= (bits >> bit & 1 == 1) == (wanted != b'!');
                rest = &rest[2..];
            }
            if holds {
                made += rest.trim_start();
                made.push('\n');
            }
        }
        made
    }

    fn text(&self, known: &BTreeMap<usize, Offer>) -> String {
        let mut text = self.filled(&self.chosen(self.form().text), known);
        if self.joined && !text.contains('#') {
            text = text.trim_end().replace('\n', " ") + "\n";
        }
        text = self.wrapped(&text);
        match self.around() {
            Around::Using => text += &format!("using s2::n{};\n", self.name),
            Around::Directive => text += "using namespace s4;\n",
            _ => {}
        }
        if self.conditional {
            text = format!(
                "#if {} > 0\n{text}#else\n#error never\n#endif\n",
                self.values.0
            );
        }
        let before = match self.remark {
            Remark::Nothing => String::new(),
            Remark::Line => format!("// What {} is.\n", self.values.1),
            Remark::Block => format!("/* It was {}.\n   { } */\n", self.values.1, "{ ("),
            Remark::Blank => "\n\n".to_owned(),
            Remark::Out => format!("#if 0\nint n{}() {{ return; (\n#endif\n", self.name),
        };
        before + &text
    }

    fn offer(&self, known: &BTreeMap<usize, Offer>) -> Offer {
        let form = self.form();
        let all = |of: &[&str]| of.iter().map(|it| self.filled(it, known)).collect();
        Offer {
            host: all(form.host),
            device: all(form.device),
            constant: all(form.constant),
            types: all(form.types),
            tried: all(form.tried),
        }
    }
}

fn is_of_header(name: usize) -> bool {
    name.is_multiple_of(5)
}

fn random_form(rng: &mut Rng) -> (usize, usize) {
    let family = rng.usize(..FORMS.len());
    (family, rng.usize(..FORMS[family].len()))
}

impl Version {
    pub(super) fn random(rng: &mut Rng) -> Version {
        let mut made = Version {
            items: Vec::new(),
            guard: [Guard::Nothing, Guard::Once, Guard::Macro][rng.usize(..3)],
            aside: None,
            quiet: false,
            next: 0,
        };
        for _ in 0..rng.usize(3..ITEMS) {
            made.add(rng);
        }
        made
    }

    fn add(&mut self, rng: &mut Rng) {
        let taken: BTreeSet<usize> = self.items.iter().map(|item| item.name).collect();
        let free: Vec<usize> = (0..NAMES).filter(|name| !taken.contains(name)).collect();
        if self.items.len() >= ITEMS_MAX || free.is_empty() {
            return;
        }
        let name = free[rng.usize(..free.len())];
        let item = Item::random(rng, self.next, name);
        self.next += 1;
        self.items.push(item);
    }

    /// An earlier version again, which keeps what later ones may not be without.
    pub(super) fn again(&self, all: &[Version]) -> Version {
        let mut made = self.clone();
        for item in &mut made.items {
            let alike = all.iter().flat_map(|version| &version.items);
            for other in alike.filter(|it| (it.id, it.form) == (item.id, item.form)) {
                item.kept |= other.kept;
            }
        }
        made
    }

    /// The next version, by one to three edits.
    pub(super) fn edited(&self, rng: &mut Rng) -> Version {
        let mut made = self.clone();
        for _ in 0..rng.usize(1..4) {
            made.edit(rng);
        }
        made.aside = (rng.u8(..3) == 0 && !made.items.is_empty()).then(|| {
            let id = made.items[rng.usize(..made.items.len())].id;
            match rng.u8(..7) {
                0..2 => Aside::Function(id),
                2..4 => Aside::Lambda(id),
                4..6 => Aside::Template(id),
                _ => Aside::Rejected,
            }
        });
        made
    }

    fn edit(&mut self, rng: &mut Rng) {
        if self.items.is_empty() {
            return self.add(rng);
        }
        let at = rng.usize(..self.items.len());
        let other = rng.usize(..self.items.len());
        match rng.u8(..100) {
            0..22 => self.items[at].values.0 = rng.usize(1..80),
            22..30 => self.items[at].values.1 = rng.usize(1..80),
            30..46 => {
                let item = &mut self.items[at];
                item.bits ^= 1 << rng.u8(..6);
                item.kept |= item.bits;
            }
            46..59 => {
                let item = &mut self.items[at];
                let family = item.form.0;
                item.form = if rng.u8(..8) < 5 {
                    random_form(rng)
                } else {
                    (family, rng.usize(..FORMS[family].len()))
                };
                item.kept = item.bits;
            }
            59..66 => self.items[at].around = AROUND[rng.usize(..AROUND.len())],
            66..71 => {
                let item = self.items.remove(at);
                self.items.insert(other, item);
            }
            71..77 => self.add(rng),
            77..82 => drop(self.items.remove(at)),
            82..85 => {
                (self.items[at].name, self.items[other].name) =
                    (self.items[other].name, self.items[at].name);
            }
            85..90 => self.items[at].depend(rng),
            90..94 => self.items[at].forward ^= true,
            94 => self.items[at].conditional ^= true,
            95 => self.items[at].joined ^= true,
            96..99 => self.items[at].remark = REMARKS[rng.usize(..REMARKS.len())],
            _ => self.guard = [Guard::Nothing, Guard::Once, Guard::Macro][rng.usize(..3)],
        }
    }

    /// The files, and what shows the values of what they have; `at` makes names of those.
    pub(super) fn text(&self, at: usize) -> Text {
        let mut known = BTreeMap::new();
        let mut header = String::new();
        for item in self.items.iter().filter(|item| item.in_header()) {
            header += &item.text(&known);
            known.insert(item.id, item.offer(&known));
        }
        let mut file = String::new();
        if !header.is_empty() {
            file += "#include \"part.h\"\n";
            header = match self.guard {
                Guard::Nothing => header,
                Guard::Once => format!("#pragma once\n{header}"),
                Guard::Macro => format!("#ifndef PART_H\n#define PART_H\n{header}#endif\n"),
            };
        }
        let rest = || self.items.iter().filter(|item| !item.in_header());
        for item in rest().filter(|item| item.forward && !item.form().forward.is_empty()) {
            file += &item.wrapped(&item.filled(item.form().forward, &known));
        }
        for item in rest() {
            file += &item.text(&known);
            known.insert(item.id, item.offer(&known));
        }
        let probes = if self.quiet {
            Vec::new()
        } else {
            probes(&known, at)
        };
        Text {
            file,
            header,
            probes,
        }
    }

    /// The names of its items.
    pub(super) fn names(&self) -> impl Iterator<Item = usize> {
        self.items.iter().map(|item| item.name)
    }

    /// Lines that must be rejected: they use names of earlier versions that this one does not have.
    pub(super) fn gone(&self, earlier: &BTreeSet<usize>, at: usize) -> Vec<String> {
        let has_header = self.items.iter().any(Item::in_header);
        let is_read = |name: usize| has_header || !is_of_header(name);
        let now: BTreeSet<usize> = self.names().collect();
        let gone = earlier.difference(&now).filter(|it| is_read(**it));
        gone.map(|name| format!("namespace gone{at} {{ using ::n{name}; }}"))
            .collect()
    }

    /// A line that is typed and not compared.
    pub(super) fn aside(&self, at: usize) -> Option<String> {
        let read = |id: usize| {
            let mut known = BTreeMap::new();
            for item in &self.items {
                known.insert(item.id, item.offer(&known));
            }
            let offer = known.remove(&id)?;
            [offer.host, offer.constant].concat().first().cloned()
        };
        match self.aside? {
            Aside::Function(id) => Some(format!("int u{at}() {{ return int({}); }}", read(id)?)),
            Aside::Lambda(id) => Some(format!("auto u{at} = [] {{ return int({}); }};", read(id)?)),
            Aside::Template(id) => Some(format!(
                "template <class T> int u{at}() {{ return int({}); }} int i{at} = u{at}<int>();",
                read(id)?
            )),
            Aside::Rejected => Some("int rejected = nosuch;".to_owned()),
        }
    }

    /// Simpler versions of an item.
    pub(super) fn simplify(&mut self, id: usize, way: usize) {
        for item in self.items.iter_mut().filter(|item| item.id == id) {
            match way {
                0 => item.around = Around::Nothing,
                1 => item.remark = Remark::Nothing,
                2 => item.conditional = false,
                3 => item.forward = false,
                4 => item.needs.clear(),
                5 => item.joined = true,
                _ => {
                    item.bits &= !(1 << (way - SIMPLER));
                    item.kept &= !(1 << (way - SIMPLER));
                }
            }
        }
    }
}

const SIMPLER: usize = 6;
/// How many ways `simplify` has.
pub(super) const WAYS: usize = SIMPLER + 6;

fn probes(known: &BTreeMap<usize, Offer>, at: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut of_device = String::new();
    for (id, offer) in known {
        let all = [&*offer.host, &offer.constant].concat();
        let shown: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(place, read)| format!("show({id}, {place}, int({read}));"))
            .collect();
        if !shown.is_empty() {
            lines.push(shown.join(" "));
        }
        for (place, read) in offer.tried.iter().enumerate() {
            lines.push(format!("show({id}, {}, int({read}));", 100 + place));
        }
        for (place, read) in [&*offer.device, &offer.constant]
            .concat()
            .iter()
            .enumerate()
        {
            of_device += &format!(" printf(\"{id} {} %d\\n\", int({read}));", 1000 + place);
        }
    }
    if !of_device.is_empty() {
        lines.push(format!("__global__ void probe{at}() {{{of_device} }}"));
        lines.push(format!("probe{at}<<<1, 1>>>(); cudaDeviceSynchronize();"));
    }
    lines
}
