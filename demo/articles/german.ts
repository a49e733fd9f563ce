import type { DemoArticle } from './demo-article.js';

/** Auf Deutsch; zwei Übersetzungen aus dem Englischen und zwei eigene. */
export const german: DemoArticle[] = [
  {
    key: 'why-pay-belongs-in-the-ad',
    slug: 'warum-das-gehalt-in-die-anzeige-gehoert',
    language: 'de',
    title: 'Warum das Gehalt in die Anzeige gehört',
    teaser:
      '„Attraktive Vergütung“ sagt niemandem etwas. Was Arbeitgeber berichten, die angefangen haben, die Zahl zu nennen.',
    author: 'Katrin Vogel',
    tags: ['Personal gewinnen', 'Gehalt'],
    picture: { motif: 'coins', hue: 36, alt: 'Zeichnung von Münzstapeln' },
    body: `<p>In vielen Vorstellungsgesprächen gibt es einen Moment, vor dem sich alle fürchten. Vierzig Minuten lang lief es gut, dann kommt
die Rede aufs Geld, und es zeigt sich: Man hat die ganze Zeit aneinander vorbeigeredet. Dabei stand die Zahl längst fest. Nur nicht in
der Anzeige.</p>
<h2>Wovor Arbeitgeber sich scheuen</h2>
<p>„Dann vergleichen unsere eigenen Leute.“ Das tun sie ohnehin, und eine Spanne, die man erklären kann, ist besser als ein Gerücht, das
man nicht erklären kann. „Dann stehen wir arm da.“ Wer deshalb abspringt, springt auch später ab, nur kostet es dann einen Vormittag. „Dann
können wir nicht mehr verhandeln.“ Eine Spanne lässt Raum, und wer am besten verhandelt, ist nicht immer, wen man am dringendsten braucht.</p>
<h2>Was geschieht, wenn sie dasteht</h2>
<ul><li>Es kommen weniger Bewerbungen, die ins Leere laufen, und mehr, die passen.</li><li>Es bewerben sich Menschen, denen man oft genug
gesagt hat, nach Geld frage man nicht.</li><li>Im Gespräch kann es um die Arbeit gehen.</li></ul>
<h2>Wie man es schreibt</h2>
<p>Wer nach Tarif zahlt, nennt ihn, und zwar mit Entgeltgruppe und Betrag: Nicht alle wissen, was „E 9b“ im Monat bedeutet. Wer keinen hat,
nennt die Spanne, die er wirklich zahlen würde, dazu Wochenstunden, Urlaubstage und Jahressonderzahlung. Bei Teilzeit zählt, was am Ende
ankommt, nicht das Vollzeitgehalt. Und wenn die Förderung im März endet, gehört das in dieselbe Zeile.</p>
<p>Eine Geschäftsführerin bringt es auf den Punkt: „Von anderen fordern wir Transparenz. Da fanden wir es seltsam, selbst zu schweigen.“</p>`,
  },
  {
    key: 'seven-interview-questions',
    slug: 'sieben-fragen-im-vorstellungsgespraech',
    language: 'de',
    title: 'Sieben Fragen im Vorstellungsgespräch und was dahintersteckt',
    teaser:
      'In kleinen Teams klingt das Gespräch oft wie eine Plauderei. Das ist es nicht. Was man von Ihnen wissen will.',
    author: 'Jonas Brandt',
    tags: ['Bewerben', 'Vorstellungsgespräch'],
    picture: { motif: 'talk', hue: 262, alt: 'Zeichnung von zwei Sprechblasen' },
    body: `<p>Vielleicht sitzen zwei Menschen am Tisch, und ein Hund liegt darunter. Lassen Sie sich nicht täuschen: Eine Fehlbesetzung trifft ein
Team von fünf Personen viel härter als einen Betrieb mit fünfhundert, und das wissen alle im Raum. Diese Fragen kommen immer wieder.</p>
<h2>„Wie sind Sie auf uns gekommen?“</h2><p>Dahinter steckt: Sind Sie in zwei Jahren noch hier? Sprechen Sie von der Arbeit, wie sie ist, nicht
wie der Flyer sie zeigt.</p>
<h2>„Wie sieht bei Ihnen ein normaler Tag aus?“</h2><p>Kommen Sie ohne Abteilung um sich herum zurecht? Erzählen Sie, wie Sie entscheiden, was
zuerst dran ist, wenn drei Dinge eilen.</p>
<h2>„Erzählen Sie von etwas, das schiefgegangen ist.“</h2><p>Sagen Sie uns rechtzeitig Bescheid? Nehmen Sie etwas Echtes. Wann haben Sie es bemerkt, wem
haben Sie es gesagt, was machen Sie heute anders?</p>
<h2>„Packen Sie auch mal mit an?“</h2><p>Gemeint sind die Heizung, die Tombola, der Newsletter. Ja sagen ist in Ordnung. Fragen, wie oft das
vorkommt und ob die Zeit ausgeglichen wird, auch.</p>
<h2>„Wie würden Sie einer Spenderin erklären, was wir tun?“</h2><p>Können Sie für uns sprechen? Üben Sie vorher zwei Sätze.</p>
<h2>„Wie sorgen Sie für sich?“</h2><p>Man hat hier schon Menschen ausbrennen sehen. Privates müssen Sie nicht erzählen. „Um fünf ist Schluss, und
ich bitte früh um Hilfe“ ist eine vollständige Antwort.</p>
<h2>„Was möchten Sie von uns wissen?“</h2><p>Wählen Sie auch? Fragen Sie, wie die Stelle finanziert ist und bis wann. Fragen Sie, was in einem
Jahr anders sein soll, weil Sie da waren. Gute Arbeitgeber mögen solche Fragen.</p>`,
  },
  {
    key: 'tarif-verstehen',
    slug: 'tvoed-avr-haustarif-was-in-der-anzeige-steht',
    language: 'de',
    title: 'TVöD, AVR, Haustarif: was in der Anzeige steht und was es heißt',
    teaser: '„Vergütung in Anlehnung an den TVöD“ klingt nach Tarif, ist aber keiner. Eine kleine Lesehilfe.',
    author: 'Katrin Vogel',
    tags: ['Gehalt', 'Gut erklärt'],
    picture: { motif: 'compass', hue: 250, alt: 'Zeichnung eines Kompasses' },
    body: `<p>Kaum eine Branche bezahlt nach so vielen Regelwerken wie die soziale Arbeit. Wer zwei Anzeigen vergleicht, vergleicht oft zwei
Welten. Diese Wörter begegnen Ihnen am häufigsten.</p>
<h2>TVöD und TV-L</h2>
<p>Die Tarifverträge des öffentlichen Dienstes, beim Bund und bei den Kommunen der eine, bei den Ländern der andere. Die Tabellen sind
öffentlich. Entscheidend sind zwei Angaben: die Entgeltgruppe, die von der Tätigkeit abhängt, und die Stufe, in der Ihre Erfahrung zählt.
Über die Stufe lässt sich vor der Unterschrift reden, danach kaum noch.</p>
<h2>AVR</h2>
<p>Die Arbeitsvertragsrichtlinien von Caritas und Diakonie. Sie gelten, weil der Arbeitsvertrag auf sie verweist. In der Höhe liegen sie
meist nah am öffentlichen Dienst. Fragen Sie, welche Fassung gemeint ist: Bei der Diakonie gibt es mehrere.</p>
<h2>„In Anlehnung an“</h2>
<p>Das heißt: nicht nach Tarif, aber mit Blick darauf. Fragen Sie, worin man sich anlehnt. Gelten Tariferhöhungen auch für Sie? Gibt es die
Jahressonderzahlung? Steigen Sie in den Stufen auf? Drei ehrliche Antworten sind mehr wert als vier Buchstaben.</p>
<h2>Haustarif</h2>
<p>Ein Vertrag, den eine Gewerkschaft mit genau diesem Träger geschlossen hat. Er kann besser sein als der große Tarif oder schlechter. Lassen Sie
ihn sich vor dem Gespräch schicken.</p>
<p>Und wenn gar nichts dasteht? Dann dürfen Sie fragen, und zwar vor der Einladung. Eine E-Mail mit einem Satz genügt: „In welcher Spanne bewegt
sich das Bruttogehalt bei Vollzeit?“</p>`,
  },
  {
    key: 'arbeitszeugnis-lesen',
    slug: 'arbeitszeugnisse-lesen-und-schreiben',
    language: 'de',
    title: 'Stets zu unserer vollen Zufriedenheit: Zeugnisse lesen und schreiben',
    teaser: 'Auch Vereine stellen Zeugnisse aus, oft zum ersten Mal. Was beide Seiten wissen sollten.',
    author: 'Jonas Brandt',
    tags: ['Bewerben', 'Personal gewinnen'],
    picture: { motif: 'letter', hue: 300, alt: 'Zeichnung von zwei Blättern mit Textzeilen' },
    body: `<p>Der Vorstand ist ehrenamtlich, die letzte Leitung ist weggezogen, und nun soll jemand ein Arbeitszeugnis schreiben. Im Netz findet sich
eine Vorlage, darin heißt es „zu unserer Zufriedenheit“. Das klingt freundlich und ist eine Vier.</p>
<h2>Was hineingehört</h2>
<ul><li>Wer, von wann bis wann, in welchem Umfang und als was.</li><li>Die Aufgaben, die wichtigsten zuerst.</li><li>Wie jemand gearbeitet hat,
und wie der Umgang mit anderen war.</li><li>Warum es endet, wenn die Person es möchte, Dank und gute Wünsche.</li></ul>
<h2>Die Sprache der Noten</h2>
<p>„Stets zur vollsten Zufriedenheit“ ist eine Eins, „stets zur vollen“ eine Zwei, „zur vollen“ eine Drei. Was fehlt, spricht auch: Wenn bei einer
Kassenführung kein Wort von Zuverlässigkeit steht, fragt sich jeder, warum. Wer klar und konkret schreibt, braucht diese Formeln kaum. „Sie hat die
Zahl der Patenschaften in zwei Jahren von dreißig auf achtzig gebracht“ lässt sich nicht missverstehen.</p>
<h2>Wenn Sie eines bekommen</h2>
<p>Lesen Sie es am selben Tag. Ein Zeugnis muss wahr und wohlwollend sein, und Sie dürfen um Änderungen bitten. Viele Träger freuen sich, wenn Sie
selbst einen Entwurf schicken. Bitten Sie um ein Zwischenzeugnis, wenn Ihre Vorgesetzte geht: Ein Jahr später erinnert sich niemand mehr.</p>
<h2>Und das Ehrenamt?</h2>
<p>Dafür gibt es Tätigkeitsnachweise. Sie dürfen ruhig ausführlich sein, denn wer dreißig Freiwillige eingeteilt hat, kann führen, und das sollte
irgendwo stehen.</p>`,
  },
];
