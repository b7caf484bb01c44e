//! Words of a question that name nothing, English and German, as [`groundscope_ontology::normalise`] leaves them.

use crate::words::GENERAL;

/// Words that carry no term of their own, normalised. What is left of a question without them may be a term.
pub(crate) const SMALL: &str = "\
    a about all also an and any are area aren at b be below between big biggest bottom bscan by can \
    case center central centre certain check clear confidence confident contain could count deep detect \
    detected did do does doesn don else evidence exist extensive extent eye false few find for found \
    fovea foveal from full give had half has hasn have he height hello here hi high highlight how i \
    if image in inside is isn it just kind large largest layer left like likely list little localise \
    localize locate located location long look lot lower macula macular many mark marked may me mean \
    measure might more most much my near no not now number oct of often on one only or our part \
    patient picture place please point position possible presence present probability probable \
    question really region retina retinal right s scan see seen she show side sign signs size slice \
    small so some spectralis spot sure t tall tell than thank thanks that the their them then there \
    these they thick thing third this those tissue to too top total true type under up upper us \
    visible volume was we were what when where wherein whether which who why wide width will with \
    would yes you your \
    ab aber als am andere anderen anzahl anzeichen auch auf auge augen aus ausdehnung ausgedehnt ausmass ausser bedeckt befinden \
    befindet bei beide beiden beim bereich bestehen besteht betrifft bild bin bitte breit breite bzw da dabei damit danke dann \
    darauf darin das dass davon dem den denn der des dich dick dicke die dies diese diesem diesen dieser drin drittel du durch ecke \
    ein eine einem einen einer einige entdeckt er erhalten erkennbar erkenne erkennen es etwa euch fall ferner finde finden findest \
    findet flaeche fuer gab geben gefunden gegen genau gering gerne gesehen gibt gleich groesse gross grosse grossen gut guten hab \
    habe haben hallo hast hat hier hin hinweis hinweise hoch hoehe ich ihm ihn ihr im immer insgesamt intakt irgendein irgendeine \
    irgendwo ist ja je jede jetzt kann kannst kein keine keinem keinen keiner klar klein kleine koennen koennte laesst lage lang \
    liegen liegt link linke linken lokalisation makula mal man markiere markieren mehr mehrere meine messe mich mir mit mitte \
    mittlere moeglich nach nachweisbar nahe neben nein netzhaut nicht nie noch nun nur ob oben obere oberen oct oder oft ohne ort \
    patient patienten patientin rand recht rechte rechten retina retinal sag sagen schicht schichten schon sehe sehen sehr \
    sei seite sich sicher sichtbar sie siehst sieht sind so sogar solche sollte sonst sowie stelle stellen tag teil tief um un und \
    unten unter unterbrochen untere unteren viel viele vielleicht volumen vom von vor vorhanden vorliegen vorliegend wahrscheinlich \
    wahrscheinlichkeit war waren warum was weder weit weitere welche welchem welchen welcher weniger wenn wer wie wieso wieviel \
    wieviele wir wird wo wobei wohl wurde wurden zahl zeichen zeig zeige zeigen zeigt zu zum zur zusammen zwischen";

/// Words that narrow a question to what presence alone does not answer: a side, a comparison, a change.
pub(crate) const NARROWING: &[&str] = &[
    "above", "below", "bottom", "center", "central", "centre", "fovea", "foveal", "inside", "large",
    "largest", "left", "lower", "more", "most", "near", "outside", "patient", "right", "small", "than",
    "thick", "top", "under", "upper", "oben", "unten", "obere", "oberen", "untere", "unteren", "link",
    "linke", "linken", "rechte", "rechten", "recht", "mitte", "mittlere", "zentrum", "zentral", "rand",
    "mehr", "weniger", "gross", "grosse", "klein", "kleine", "als", "patient", "nahe", "neben", "zwischen",
];

/// True for a word that narrows a question about presence.
pub(crate) fn narrows(plain: &str) -> bool {
    NARROWING.contains(&plain)
}

/// True for a word, or words joined by signs, that names nothing.
pub(crate) fn is_small(plain: &str) -> bool {
    let small = |part: &str| SMALL.split(' ').any(|word| word == part) || GENERAL.contains(&part);
    plain.split(' ').all(small)
}
