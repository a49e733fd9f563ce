// Prefixes of postal codes with the gazetteer's city near them; the longest matching prefix counts. `100-102` means 100, 101 and 102.

const CANADA = `A=St. John's B=Halifax B1=Sydney C=Charlottetown E=Moncton E2=Saint John E3=Fredericton G=Québec G8=Trois-Rivières
  G9=Trois-Rivières G7=Saguenay H=Montréal H7=Laval J=Longueuil J1=Sherbrooke J8=Gatineau J9=Gatineau K=Ottawa K7=Kingston
  K9=Peterborough L=Mississauga L6=Brampton L8=Hamilton L9=Hamilton L1=Oshawa L2=St. Catharines L3=Markham M=Toronto N=London
  N1=Guelph N2=Kitchener N8=Windsor N9=Windsor P=Sudbury P6=Sault Ste. Marie P7=Thunder Bay R=Winnipeg S=Saskatoon S4=Regina
  T=Edmonton T1=Lethbridge T2=Calgary T3=Calgary T4=Red Deer V=Vancouver V1=Kelowna V2=Abbotsford V3=Surrey V8=Victoria V9=Victoria
  X=Yellowknife X0A=Iqaluit Y=Whitehorse`;

const BRITAIN = `AB=Aberdeen AL=St Albans B=Birmingham BA=Bath BB=Blackburn BD=Bradford BH=Bournemouth BL=Bolton BN=Brighton BR=Bromley
  BS=Bristol BT=Belfast CA=Carlisle CB=Cambridge CF=Cardiff CH=Chester CM=Chelmsford CO=Colchester CR=Croydon CT=Canterbury
  CV=Coventry CW=Crewe DA=Dartford DD=Dundee DE=Derby DG=Dumfries DH=Durham DL=Darlington DN=Doncaster DT=Dorchester DY=Dudley E=London
  EC=London EH=Edinburgh EN=London EX=Exeter FK=Falkirk FY=Blackpool G=Glasgow GL=Gloucester GU=Guildford HA=Harrow
  HD=Huddersfield HG=Harrogate HP=Hemel Hempstead HR=Hereford HU=Hull HX=Halifax IG=Ilford IP=Ipswich IV=Inverness KA=Kilmarnock
  KT=Kingston upon Thames KY=Kirkcaldy L=Liverpool LA=Lancaster LE=Leicester LL=Wrexham LN=Lincoln LS=Leeds LU=Luton M=Manchester
  ME=Rochester MK=Milton Keynes ML=Motherwell N=London NE=Newcastle upon Tyne NG=Nottingham NN=Northampton NP=Newport NR=Norwich
  NW=London OL=Oldham OX=Oxford PA=Paisley PE=Peterborough PH=Perth PL=Plymouth PO=Portsmouth PR=Preston RG=Reading RH=Redhill
  RM=Romford S=Sheffield SA=Swansea SE=London SG=Stevenage SK=Stockport SL=Slough SM=Sutton SN=Swindon SO=Southampton
  SP=Salisbury SR=Sunderland SS=Southend-on-Sea ST=Stoke-on-Trent SW=London SY=Shrewsbury TA=Taunton TF=Telford TN=Tonbridge
  TQ=Torquay TR=Truro TS=Middlesbrough TW=Twickenham UB=Southall W=London WA=Warrington WC=London WD=Watford WF=Wakefield WN=Wigan
  WR=Worcester WS=Walsall WV=Wolverhampton YO=York ZE=Lerwick`;

const GERMANY = `01=Dresden 03=Cottbus 04=Leipzig 06=Halle 07=Jena 08=Zwickau 09=Chemnitz 10=Berlin 12=Berlin 13=Berlin 14=Potsdam
  141=Berlin 15=Frankfurt (Oder) 17=Neubrandenburg 18=Rostock 19=Schwerin 20=Hamburg 21=Hamburg 22=Hamburg 23=Lübeck 24=Kiel
  26=Oldenburg 27=Bremerhaven 28=Bremen 30=Hannover 31=Hildesheim 33=Bielefeld 34=Kassel 35=Marburg an der Lahn 37=Göttingen
  38=Braunschweig 39=Magdeburg 40=Düsseldorf 41=Mönchengladbach 42=Wuppertal 44=Dortmund 45=Essen 46=Oberhausen 47=Duisburg
  48=Münster 49=Osnabrück 50=Köln 51=Köln 52=Aachen 53=Bonn 54=Trier 55=Mainz 56=Koblenz 57=Siegen 58=Hagen 60=Frankfurt am Main
  61=Frankfurt am Main 63=Offenbach 64=Darmstadt 65=Wiesbaden 66=Saarbrücken 67=Ludwigshafen am Rhein 68=Mannheim 69=Heidelberg
  70=Stuttgart 71=Stuttgart 72=Tübingen 73=Göppingen 74=Heilbronn 75=Pforzheim 76=Karlsruhe 78=Villingen-Schwenningen 79=Freiburg
  80=Munich 81=Munich 82=Munich 83=Rosenheim 84=Landshut 85=Ingolstadt 86=Augsburg 87=Kempten (Allgäu) 88=Friedrichshafen 89=Ulm
  90=Nürnberg 91=Erlangen 92=Amberg 93=Regensburg 94=Passau 95=Bayreuth 96=Bamberg 97=Würzburg 98=Suhl 99=Erfurt`;

const FRANCE = `01=Bourg-en-Bresse 02=Saint-Quentin 03=Moulins 04=Manosque 05=Gap 06=Nice 07=Annonay 08=Charleville-Mézières 09=Pamiers 10=Troyes
  11=Narbonne 12=Rodez 13=Marseille 14=Caen 15=Aurillac 16=Angoulême 17=La Rochelle 18=Bourges 19=Brive-la-Gaillarde 20=Ajaccio
  202=Bastia 206=Bastia 21=Dijon 22=Saint-Brieuc 23=Guéret 24=Périgueux 25=Besançon 26=Valence 27=Évreux 28=Chartres 29=Quimper 292=Brest
  30=Nîmes 31=Toulouse 32=Auch 33=Bordeaux 34=Montpellier 35=Rennes 36=Châteauroux 37=Tours 38=Grenoble 39=Lons-le-Saunier
  40=Mont-de-Marsan 41=Blois 42=Saint-Étienne 43=Le Puy-en-Velay 44=Nantes 45=Orléans 46=Cahors 47=Agen 48=Mende 49=Angers
  50=Cherbourg-Octeville 51=Reims 52=Chaumont 53=Laval 54=Nancy 55=Bar-le-Duc 56=Vannes 57=Metz 58=Nevers 59=Lille 60=Beauvais 61=Alençon
  62=Arras 63=Clermont-Ferrand 64=Pau 65=Tarbes 66=Perpignan 67=Strasbourg 68=Mulhouse 69=Lyon 70=Vesoul 71=Mâcon 72=Le Mans
  73=Chambéry 74=Annecy 75=Paris 76=Rouen 766=Le Havre 77=Melun 78=Versailles 79=Niort 80=Amiens 81=Albi 82=Montauban 83=Toulon
  84=Avignon 85=La Roche-sur-Yon 86=Poitiers 87=Limoges 88=Épinal 89=Auxerre 90=Belfort 91=Évry 92=Nanterre 93=Saint-Denis 94=Créteil
  95=Cergy-Pontoise`;

const AUSTRIA = `1=Vienna 20-22=Korneuburg 23=Mödling 24=Schwechat 25=Baden 26-28=Wiener Neustadt 30-33=Sankt Pölten 34=Klosterneuburg
  35-39=Krems an der Donau 4=Linz 44=Steyr 46=Wels 5=Salzburg 6=Innsbruck 67=Feldkirch 68=Feldkirch 69=Bregenz 7=Eisenstadt 8=Graz
  9=Klagenfurt am Wörthersee 95-98=Villach 99=Lienz`;

const SWITZERLAND = `10=Lausanne 11=Morges 12=Genève 13-15=Yverdon-les-Bains 16-17=Fribourg 18=Montreux 19=Sitten 20-21=Neuchâtel
  22-24=La Chaux-de-Fonds 25-27=Biel/Bienne 28-29=Delémont 30-33=Bern 34=Burgdorf 35=Bern 36-38=Thun 39=Sitten 40-44=Basel 45=Solothurn
  46-48=Olten 49=Langenthal 50-51=Aarau 52-54=Baden 55-57=Aarau 60-62=Luzern 63=Zug 64=Schwyz 65=Bellinzona 66=Locarno 67-69=Lugano
  70-76=Chur 80-81=Zürich 82=Schaffhausen 83-84=Winterthur 85=Frauenfeld 86=Uster 87=Rapperswil 88-89=Zürich 90-96=Sankt Gallen`;

const BELGIUM = `1=Brussels 13-14=Wavre 2=Antwerpen 28=Mechelen 30-34=Leuven 35-39=Hasselt 4=Liège 48=Verviers 5=Namur 6=Charleroi
  66=Bastogne 67-69=Arlon 7=Mons 75-79=Tournai 8=Brugge 84=Ostend 85=Kortrijk 88=Roeselare 9=Gent 93=Aalst`;

const LUXEMBOURG = '1-9=Luxembourg';

const AMERICA = `010-013=Springfield, MA 014-017=Worcester, MA 018-019=Lowell, MA 020-022=Boston, MA 023-024=Brockton, MA 025-027=New Bedford, MA
  028-029=Providence, RI 030-032=Manchester, NH 033=Concord, NH 034-037=Lebanon, NH 038=Portsmouth, NH 039-041=Portland, ME 042-043=Augusta, ME
  044-047=Bangor, ME 048-049=Augusta, ME 050-053=Rutland, VT 054-056=Burlington, VT 057-059=Montpelier, VT 060-062=Hartford, CT
  063=New London, CT 064-065=New Haven, CT 066=Bridgeport, CT 067=Waterbury, CT 068-069=Stamford, CT 070-073=Newark, NJ 074-076=Paterson, NJ
  077-079=New Brunswick, NJ 080-083=Camden, NJ 084=Atlantic City, NJ 085-087=Trenton, NJ 088-089=New Brunswick, NJ 100-102=New York City
  103=Staten Island, NY 104=The Bronx, NY 105-109=White Plains, NY 110-111=Queens, NY 112=Brooklyn, NY 113-116=Queens, NY
  117-119=Hempstead, NY 120-123=Albany, NY 124-127=Poughkeepsie, NY 128-129=Plattsburgh, NY 130-136=Syracuse, NY 137-139=Binghamton, NY
  140-143=Buffalo, NY 144-149=Rochester, NY 150-154=Pittsburgh, PA 155-163=Johnstown, PA 164-165=Erie, PA 166-168=Altoona, PA
  169-172=Harrisburg, PA 173-174=York, PA 175-176=Lancaster, PA 177-179=Williamsport, PA 180-183=Allentown, PA 184-188=Scranton, PA
  189-192=Philadelphia, PA 193-196=Reading, PA 197-198=Wilmington, DE 199=Dover, DE 200-205=Washington, D.C. 206-209=Silver Spring, MD
  210-214=Baltimore, MD 215-219=Frederick, MD 220-223=Alexandria, VA 224-225=Fredericksburg, VA 226-229=Charlottesville, VA
  230-232=Richmond, VA 233-237=Norfolk, VA 238-239=Richmond, VA 240-243=Roanoke, VA 244-246=Lynchburg, VA 247-253=Charleston, WV
  254-259=Huntington, WV 260-268=Morgantown, WV 270-274=Greensboro, NC 275-277=Raleigh, NC 278-279=Greenville, NC 280-282=Charlotte, NC
  283-284=Fayetteville, NC 285-286=Wilmington, NC 287-289=Asheville, NC 290-292=Columbia, SC 293=Spartanburg, SC 294=Charleston, SC
  295=Florence, SC 296-299=Greenville, SC 300-303=Atlanta, GA 304=Savannah, GA 305-306=Athens, GA 307=Chattanooga, TN 308-309=Augusta, GA
  310-312=Macon, GA 313-316=Savannah, GA 317=Albany, GA 318-319=Columbus, GA 320-322=Jacksonville, FL 323=Tallahassee, FL
  324-325=Pensacola, FL 326=Gainesville, FL 327-329=Orlando, FL 330-332=Miami, FL 333=Fort Lauderdale, FL 334=West Palm Beach, FL
  335-338=Tampa, FL 339-342=Fort Myers, FL 344=Gainesville, FL 346=Tampa, FL 347=Orlando, FL 349=West Palm Beach, FL 350-355=Birmingham, AL
  356-358=Huntsville, AL 359=Birmingham, AL 360-364=Montgomery, AL 365-366=Mobile, AL 367-369=Montgomery, AL 370-372=Nashville, TN
  373-374=Chattanooga, TN 376-379=Knoxville, TN 380-383=Memphis, TN 384-385=Nashville, TN 386-389=Tupelo, MS 390-393=Jackson, MS
  394=Hattiesburg, MS 395-396=Gulfport, MS 397=Tupelo, MS 398=Albany, GA 399=Atlanta, GA 400-402=Louisville, KY 403-406=Lexington, KY
  407-418=Lexington, KY 420-424=Owensboro, KY 425-427=Bowling Green, KY 430-433=Columbus, OH 434-436=Toledo, OH 437-439=Columbus, OH
  440-441=Cleveland, OH 442-443=Akron, OH 444-445=Youngstown, OH 446-447=Canton, OH 448-449=Mansfield, OH 450-452=Cincinnati, OH
  453-455=Dayton, OH 456-457=Columbus, OH 458=Lima, OH 460-462=Indianapolis, IN 463-464=Gary, IN 465-466=South Bend, IN
  467-468=Fort Wayne, IN 469-473=Muncie, IN 474-475=Bloomington, IN 476-477=Evansville, IN 478-479=Lafayette, IN 480-483=Detroit, MI
  484-487=Flint, MI 488-489=Lansing, MI 490-492=Kalamazoo, MI 493-495=Grand Rapids, MI 496-499=Traverse City, MI 500-503=Des Moines, IA
  504-507=Waterloo, IA 508-516=Sioux City, IA 520-524=Cedar Rapids, IA 525-528=Davenport, IA 530-534=Milwaukee, WI 535-539=Madison, WI
  540=Eau Claire, WI 541-545=Green Bay, WI 546=La Crosse, WI 547-548=Eau Claire, WI 549=Oshkosh, WI 550-551=Saint Paul, MN
  553-555=Minneapolis, MN 556-558=Duluth, MN 559-560=Rochester, MN 561-563=Saint Cloud, MN 564-567=Bemidji, MN 570-573=Sioux Falls, SD
  574-577=Rapid City, SD 580-581=Fargo, ND 582-584=Grand Forks, ND 585-588=Bismarck, ND 590-592=Billings, MT 593-595=Great Falls, MT
  596-597=Helena, MT 598-599=Missoula, MT 600-608=Chicago, IL 609-611=Rockford, IL 612-616=Peoria, IL 617-619=Champaign, IL
  620-622=East Saint Louis, IL 623-627=Springfield, IL 628-629=Carbondale, IL 630-633=Saint Louis, MO 634-639=Cape Girardeau, MO
  640-641=Kansas City, MO 644-645=Saint Joseph, MO 646-649=Joplin, MO 650-653=Columbia, MO 654-658=Springfield, MO 660-662=Kansas City, KS
  664-666=Topeka, KS 667-669=Salina, KS 670-672=Wichita, KS 673-679=Hutchinson, KS 680-681=Omaha, NE 683-685=Lincoln, NE
  686-693=Grand Island, NE 700-701=New Orleans, LA 703-704=New Orleans, LA 705-706=Lafayette, LA 707-709=Baton Rouge, LA
  710-714=Shreveport, LA 716-719=Pine Bluff, AR 720-722=Little Rock, AR 723-725=Jonesboro, AR 726-729=Fayetteville, AR
  730-731=Oklahoma City, OK 733=Austin, TX 734-739=Lawton, OK 740-741=Tulsa, OK 743-749=Muskogee, OK 750-753=Dallas, TX 754-759=Tyler, TX
  760-764=Fort Worth, TX 765-767=Waco, TX 768-769=Abilene, TX 770-775=Houston, TX 776-777=Beaumont, TX 778=College Station, TX
  779=Victoria, TX 780-782=San Antonio, TX 783-784=Corpus Christi, TX 785=McAllen, TX 786-787=Austin, TX 788-789=San Antonio, TX
  790-791=Amarillo, TX 792-794=Lubbock, TX 795-796=Abilene, TX 797=Midland, TX 798-799=El Paso, TX 800-804=Denver, CO 805=Fort Collins, CO
  806-807=Greeley, CO 808-810=Colorado Springs, CO 811-816=Grand Junction, CO 820=Cheyenne, WY 821-831=Casper, WY 832-836=Pocatello, ID
  837=Boise, ID 838=Coeur d'Alene, ID 840-841=Salt Lake City, UT 842-844=Ogden, UT 845-847=Provo, UT 850-853=Phoenix, AZ
  855-857=Tucson, AZ 859-865=Flagstaff, AZ 870-871=Albuquerque, NM 873-875=Santa Fe, NM 877-884=Las Cruces, NM 885=El Paso, TX
  889-891=Las Vegas, NV 893-898=Reno, NV 900-905=Los Angeles, CA 906-908=Long Beach, CA 910-912=Pasadena, CA 913-916=Los Angeles, CA
  917-918=Pomona, CA 919-921=San Diego, CA 922-925=San Bernardino, CA 926-928=Santa Ana, CA 930-931=Santa Barbara, CA 932-933=Bakersfield, CA
  934=Santa Maria, CA 935=Lancaster, CA 936-938=Fresno, CA 939=Salinas, CA 940-941=San Francisco, CA 942=Sacramento, CA 943-944=Palo Alto, CA
  945-948=Oakland, CA 949=San Rafael, CA 950-951=San Jose, CA 952-953=Stockton, CA 954-955=Santa Rosa, CA 956-958=Sacramento, CA
  959-961=Redding, CA 967-968=Honolulu, HI 970-972=Portland, OR 973-974=Eugene, OR 975-979=Medford, OR 980-981=Seattle, WA 982=Everett, WA
  983-984=Tacoma, WA 985=Olympia, WA 986=Vancouver, WA 988-989=Yakima, WA 990-992=Spokane, WA 993-994=Kennewick, WA 995-996=Anchorage, AK
  997=Fairbanks, AK 998-999=Juneau, AK`;

/** A postal code with the city near it, which is determined by the prefix of the code. */
export interface PostalPlace {
  country: string;
  city: string;
  /** The code in its usual spelling. */
  code: string;
}

const BEGINNINGS = {
  CA: table(CANADA),
  GB: table(BRITAIN),
  DE: table(GERMANY),
  FR: table(FRANCE),
  US: table(AMERICA),
  AT: table(AUSTRIA),
  CH: table(SWITZERLAND),
  BE: table(BELGIUM),
  LU: table(LUXEMBOURG),
} as const;
type PostalCountry = keyof typeof BEGINNINGS;

/** Number of digits of numeric codes, by country. */
const DIGITS: Partial<Record<PostalCountry, number>> = { DE: 5, FR: 5, US: 5, AT: 4, CH: 4, BE: 4, LU: 4 };
/** Country prefixes as in `D-10115`. */
const CAR_CODES: Record<string, PostalCountry> = { D: 'DE', F: 'FR', A: 'AT', CH: 'CH', B: 'BE', L: 'LU' };

/**
 * Reads a postal code. A number may be a postal code in several countries.
 *
 * @param countries countries whose numeric codes are considered, most likely first
 * @returns an empty list if the text is not a known postal code
 */
export function readPostalCodes(text: string, countries: readonly string[]): PostalPlace[] {
  const typed = text.toUpperCase().replace(/[\s-]+/g, '');
  if (/^[ABCEGHJ-NPRSTVXY]\d[A-Z](?:\d[A-Z]\d)?$/.test(typed) && (typed.length === 6 || !countries.includes('GB'))) {
    const code = typed.length === 6 ? `${typed.slice(0, 3)} ${typed.slice(3)}` : typed;
    return found('CA', typed, code);
  }
  const british = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})?$/.exec(typed);
  const inBritain = british
    ? found('GB', british[1]!, british[3] ? `${british[1]}${british[2]} ${british[3]}` : typed, true)
    : [];
  if (inBritain.length > 0) return inBritain;
  const [, car = '', digits = '', more = ''] = /^([A-Z]{0,2})(\d{4,5})(\d{4})?$/.exec(typed) ?? [];
  if (car !== '') return CAR_CODES[car] ? numbered(CAR_CODES[car], digits, more) : [];
  return countries.filter(isPostalCountry).flatMap((country) => numbered(country, digits, more));
}

/** Returns every town of the tables of postal codes. */
export function postalTowns(): { country: string; city: string }[] {
  return Object.entries(BEGINNINGS).flatMap(([country, cities]) =>
    [...new Set(cities.values())].map((city) => ({ country, city })),
  );
}

function isPostalCountry(country: string): country is PostalCountry {
  return country in BEGINNINGS;
}

/** @param more last four digits of a nine-digit US code */
function numbered(country: PostalCountry, digits: string, more: string): PostalPlace[] {
  if (digits.length !== DIGITS[country] || (more !== '' && country !== 'US')) return [];
  return found(country, digits, more ? `${digits}-${more}` : digits);
}

function found(country: PostalCountry, typed: string, code: string, whole = false): PostalPlace[] {
  const beginnings = BEGINNINGS[country];
  for (let length = typed.length; length > (whole ? typed.length - 1 : 0); length--) {
    const city = beginnings.get(typed.slice(0, length));
    if (city !== undefined) return [{ country, city, code }];
  }
  return [];
}

function table(text: string): ReadonlyMap<string, string> {
  const entries = text.replace(/\s+/g, ' ').matchAll(/([A-Z\d]+)(?:-(\d+))?=(.*?)(?= [A-Z\d]+(?:-\d+)?=|$)/g);
  return new Map([...entries].flatMap(([, first, last, city]) => keysOf(first!, last).map((key) => [key, city!])));
}

function keysOf(first: string, last: string | undefined): string[] {
  if (last === undefined) return [first];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_none, index) => String(Number(first) + index).padStart(first.length, '0'));
}
