/** A city that a postal code is near to, by its beginning. */
export interface PostalPlace {
  country: string;
  city: string;
  /** As it is written. */
  code: string;
}

// Beginnings, the longest one that fits counts.
const CANADA = `A=St. John's B=Halifax B1=Sydney C=Charlottetown E=Moncton E2=Saint John E3=Fredericton G=Québec G8=Trois-Rivières
  G9=Trois-Rivières G7=Saguenay H=Montréal H7=Laval J=Longueuil J1=Sherbrooke J8=Gatineau J9=Gatineau K=Ottawa K7=Kingston
  K9=Peterborough L=Mississauga L6=Brampton L8=Hamilton L9=Hamilton L1=Oshawa L2=St. Catharines L3=Markham M=Toronto N=London
  N1=Guelph N2=Kitchener N8=Windsor N9=Windsor P=Sudbury P6=Sault Ste. Marie P7=Thunder Bay R=Winnipeg S=Saskatoon S4=Regina
  T=Edmonton T1=Lethbridge T2=Calgary T3=Calgary T4=Red Deer V=Vancouver V1=Kelowna V2=Abbotsford V3=Surrey V8=Victoria V9=Victoria
  X=Yellowknife X0A=Iqaluit Y=Whitehorse`;
const BRITAIN = `AB=Aberdeen AL=St Albans B=Birmingham BA=Bath BB=Blackburn BD=Bradford BH=Bournemouth BL=Bolton BN=Brighton BR=Bromley
  BS=Bristol BT=Belfast CA=Carlisle CB=Cambridge CF=Cardiff CH=Chester CM=Chelmsford CO=Colchester CR=Croydon CT=Canterbury
  CV=Coventry CW=Crewe DA=Dartford DD=Dundee DE=Derby DG=Dumfries DH=Durham DL=Darlington DN=Doncaster DT=Dorchester DY=Dudley E=London
  EC=London EH=Edinburgh EN=Enfield EX=Exeter FK=Falkirk FY=Blackpool G=Glasgow GL=Gloucester GU=Guildford HA=Harrow
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

const BEGINNINGS: Record<string, ReadonlyMap<string, string>> = {
  CA: table(CANADA),
  GB: table(BRITAIN),
  DE: table(GERMANY),
};

/**
 * @param countries where a number of five digits may be meant.
 * @returns undefined when the text is no postal code, or none that is known.
 */
export function readPostalCode(text: string, countries: readonly string[]): PostalPlace | undefined {
  const typed = text.toUpperCase().replace(/[\s-]+/g, '');
  if (/^[ABCEGHJ-NPRSTVXY]\d[A-Z](?:\d[A-Z]\d)?$/.test(typed) && (typed.length === 6 || !countries.includes('GB'))) {
    const code = typed.length === 6 ? `${typed.slice(0, 3)} ${typed.slice(3)}` : typed;
    return found('CA', typed, code);
  }
  const british = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})?$/.exec(typed);
  if (british) return found('GB', british[1]!, british[3] ? `${british[1]}${british[2]} ${british[3]}` : typed, true);
  if (/^\d{5}$/.test(typed) && countries.includes('DE')) return found('DE', typed, typed);
  return undefined;
}

function found(country: string, typed: string, code: string, whole = false): PostalPlace | undefined {
  const beginnings = BEGINNINGS[country]!;
  for (let length = typed.length; length > (whole ? typed.length - 1 : 0); length--) {
    const city = beginnings.get(typed.slice(0, length));
    if (city !== undefined) return { country, city, code };
  }
  return undefined;
}

function table(text: string): ReadonlyMap<string, string> {
  const entries = text.replace(/\s+/g, ' ').matchAll(/([A-Z\d]+)=(.*?)(?= [A-Z\d]+=|$)/g);
  return new Map([...entries].map(([, beginning, city]) => [beginning!, city!]));
}
