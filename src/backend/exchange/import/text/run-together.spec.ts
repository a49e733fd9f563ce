import { separateRunTogether } from './run-together.js';

describe('separating words that run together', () => {
  it.each([
    ['ends here.The next', 'ends here.\nThe next'],
    ['Apply now!Must drive', 'Apply now!\nMust drive'],
    ['APPLY TODAY!Please call', 'APPLY TODAY!\nPlease call'],
    ['Duties:Answer the phone', 'Duties:\nAnswer the phone'],
    ['skillsStrong will', 'skills\nStrong will'],
    ['detail orientedMaintain files', 'detail oriented\nMaintain files'],
    ['internet accessQuiet room', 'internet access\nQuiet room'],
    ['ResponsibilitiesAbility to lead', 'Responsibilities\nAbility to lead'],
    ['JOB DESCRIPTIONWe are adding', 'JOB DESCRIPTION\nWe are adding'],
    ['drug examQUALIFICATIONS: none', 'drug exam\nQUALIFICATIONS: none'],
    ['(full time)The team', '(full time)\nThe team'],
    ['[ close-out ]Responsibilities', '[ close-out ]\nResponsibilities'],
    ['pass you by.POSITIONS ARE open', 'pass you by.\nPOSITIONS ARE open'],
    ['Ocala,Miami', 'Ocala, Miami'],
    ['teams .Demonstrated skill', 'teams.\nDemonstrated skill'],
    ['requiredMustHave', 'required\nMustHave'],
  ])('%s', (text, separated) => {
    expect(separateRunTogether(text)).toBe(separated);
  });

  it.each([
    'JavaScript, TypeScript, PowerPoint, LinkedIn, YouTube, GitHub, QuickBooks and SharePoint',
    'iPhone, iPad, eBay, eCommerce, jQuery, macOS',
    'McDonald, MacKenzie, DeLorean, FitzGerald, O’Brien, LeBlanc',
    'Node.Js, ASP.Net, Amazon.Com and U.S. law',
    'easyJet, thyssenKrupp, openText, deviantArt',
    'javaScript, wordPress, photoShop, linkedIn',
    'DynCorp, BrightEdge, RideAmigos, WorkSafe, WorleyParsons, BlackBerry, FedEx',
    'See https://example.org/Jobs.Today and 10.30 h',
    'Ph.D. in R&D, 3D CAD, VoIP (SIP), 802.11x, WiFi',
    'z.B. München, d.h. Berlin, p. ex. Paris',
    'Mitarbeiter:innen und Kolleg:innen, BewohnerInnen',
  ])('leaves %s alone', (text) => {
    expect(separateRunTogether(text)).toBe(text);
  });
});
