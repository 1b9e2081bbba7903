import type { DocumentType } from '#contract/documents/validation.ts'

/** The kinds of text document. Finer than the types of the contract. */
export type Kind =
  | 'utility_bill'
  | 'mobile_bill'
  | 'council_tax'
  | 'rates'
  | 'bank_statement'
  | 'mortgage_statement'
  | 'investment_statement'
  | 'payslip'
  | 'p60'
  | 'completion_statement'
  | 'gift_letter'
  | 'official_letter'

/** A pattern with its weight: headings weigh most, words found in any bill weigh least. */
type Sign = [weight: 1 | 2 | 4, words: RegExp]

interface KindFacts {
  /** Used after "this" and "a": "bank statement". */
  noun: string
  type: DocumentType
  /** What it can prove. */
  proves: ('address' | 'funds')[]
  /** Labels of the document's date in this kind, besides the usual ones. */
  ownDate?: RegExp
  /** Whether it requests a single sum of money. */
  hasTotal?: true
  /** Whether it is for a year from April to March and counts as recent until that year ends. */
  isForTaxYear?: true
  /** Labels before the name of the person it is for. */
  nameLabel: RegExp
  signs: Sign[]
}

const holder =
  /^(?:account\s*(?:holders?|name|owner)s?|name\s*of\s*account|customer(?:\s*name)?|name|card\s*holder|in\s*the\s*name\s*of|account\s*in\s*the\s*name\s*of|(?:bill|invoice)(?:ed)?\s*to|bill\s*payer|(?:prepared|service|statement|account)\s*for)\s*(?:\(s\))?\s*(?::|$|-)/i

export const kinds: Record<Kind, KindFacts> = {
  utility_bill: {
    noun: 'utility bill',
    type: 'utility_bill',
    proves: ['address'],
    hasTotal: true,
    nameLabel: holder,
    signs: [
      [
        4,
        /your\s*(?:\w+\s*)?(?:electricity|gas|energy|water|broadband|landline)\s*(?:(?:&|and)\s*\w+\s*)?(?:bill|statement|charges)/i,
      ],
      [
        4,
        /(?:electricity|gas|energy|water|dual\s*fuel|broadband|wastewater)\s*(?:charges\s*)?(?:bill|statement|account)/i,
      ],
      [2, /\bkWh\b/],
      [2, /^(?:electricity|gas)\s*(?:used|usage|charges|[\d,.]+\s*kWh)\b/im],
      // The tax on fuel for homes.
      [1, /\bVAT\s*(?:at|@)?\s*5(?:\.00?)?\s*%/i],
      [2, /\bM?PAN\b|\bMPRN\b|supply\s*(?:number|address)/i],
      [2, /meter\s*(?:reading|serial|number|point)/i],
      [2, /standing\s*charge|unit\s*rate/i],
      [2, /wastewater|sewerage|surface\s*water|cubic\s*met|\bm3\b/i],
      [2, /line\s*rental|broadband|landline|fibre/i],
      // Welsh: your bill; water, electricity and gas; sewerage; meter; standing charge.
      [4, /(?:eich\s*)?bil\s*(?:d[wŵ]r|trydan|nwy|ynni)/i],
      [2, /carthffosiaeth|taliadau\s*d[wŵ]r/i],
      [2, /darlleniad\s*(?:y\s*)?mesurydd|rhif\s*(?:y\s*)?mesurydd/i],
      [2, /t[aâ]l\s*sefydlog/i],
      [1, /tariff/i],
      [1, /(?:amount|total|balance)\s*(?:due|to\s*pay|you\s*owe)|(?:total|invoice)\s*(?:charges|total)/i],
      [1, /customer\s*(?:number|reference)|account\s*number|invoice\s*(?:date|no|number)|bill\s*date/i],
    ],
  },
  mobile_bill: {
    noun: 'mobile phone bill',
    type: 'utility_bill',
    proves: [],
    hasTotal: true,
    nameLabel: holder,
    signs: [
      [4, /(?:your\s*)?mobile\s*(?:phone\s*)?(?:bill|statement|account)/i],
      [4, /mobile\s*(?:number|phone\s*number)|phone\s*number\s*:?\s*07\d/i],
      [4, /\b(?:bill|charges)\s*for\s*07\d/i],
      [2, /pay\s*monthly|sim\s*only|airtime|device\s*plan|handset/i],
      [2, /calls\s*(?:&|and)\s*texts|(?:outside|beyond)\s*(?:your\s*)?(?:plan|allowance)/i],
      [2, /data\s*(?:allowance|used|usage)|\bGB\s*(?:of\s*)?data/i],
      [2, /roaming|texts?\s*(?:sent|messages)|picture\s*messages|\bminutes\b/i],
      [2, /\b(?:O2|giffgaff|Lebara|VOXI|SMARTY|iD Mobile)\b/],
      // They sell broadband too.
      [1, /\b(?:Vodafone|EE|Three)\b/i],
      [1, /(?:amount|total)\s*due/i],
    ],
  },
  council_tax: {
    noun: 'council tax bill',
    type: 'address_proof',
    proves: ['address'],
    hasTotal: true,
    isForTaxYear: true,
    nameLabel:
      /^(?:liable\s*(?:person|part(?:y|ies))s?|occupier|name|account\s*holders?)\s*(?:\(s\))?\s*(?::|$|-)/i,
    signs: [
      [
        4,
        /council\s*tax\s*(?:bill|demand|notice|statement|account|\d{4}|20\d\d)|(?:bil|hysbysiad)\s*treth\s*(?:y\s*)?cyngor/i,
      ],
      [2, /council\s*tax|treth\s*(?:y\s*)?cyngor/i],
      [2, /\b(?:property|valuation|council\s*tax)?\s*band\s*:?\s*[A-I]\b|band\s*prisio/i],
      [2, /precept|praesept|fire\s*(?:and|&)\s*rescue|police\s*(?:and|&)\s*crime|adult\s*social\s*care/i],
      [1, /instal?ments|rhandaliad/i],
      [1, /single\s*person\s*discount|exemption|liable/i],
      [1, /borough|city\s*council|district\s*council|county\s*council|cyngor/i],
    ],
  },
  // Northern Ireland has rates instead of council tax.
  rates: {
    noun: 'rates bill',
    type: 'address_proof',
    proves: ['address'],
    hasTotal: true,
    isForTaxYear: true,
    nameLabel: /^(?:rate\s*payers?|name|account\s*holders?)\s*(?::|$|-)/i,
    signs: [
      [4, /\brates?\s*(?:bill|demand|account)\b/i],
      [2, /land\s*(?:&|and)\s*property\s*services/i],
      [2, /capital\s*value/i],
      [2, /(?:district|regional|domestic)\s*rates?\b/i],
      [1, /instal?ments/i],
    ],
  },
  bank_statement: {
    noun: 'bank statement',
    type: 'bank_statement',
    proves: ['address', 'funds'],
    nameLabel: holder,
    signs: [
      [
        4,
        /(?:bank|current|account|card|savings?|credit\s*card)\s*(?:account\s*)?statement|savings?\s*account\s*summary|statement\s*of\s*account|\b(?:EUR|USD|GBP|CHF|AUD|CAD|PLN|euro|dollar|sterling)\s*(?:account\s*)?statement/i,
      ],
      // Suppliers of energy call a bill so, too.
      [2, /your\s*statement/i],
      [2, /sort\s*code/i],
      [2, /\bIBAN\b|\bBIC\b|SWIFT/],
      [
        2,
        /(?:opening|closing|start|end|beginning)\s*balance|balance\s*(?:brought|carried)\s*forward|(?:start|new|previous)\s*balance/i,
      ],
      [
        2,
        /money\s*(?:in|out)|paid\s*(?:in|out)|payments?\s*(?:in|out)|withdrawn|debits?\b.*credits?|\bincoming\s+outgoing\b|\bwithdrawals?\s+deposits?\b|\bdeposits?\s+withdrawals?\b/i,
      ],
      [2, /credit\s*limit|available\s*credit|card\s*(?:number|ending)/i],
      [2, /minimum\s*payment/i],
      [1, /account\s*number/i],
      [1, /overdraft|\bAER\b|interest\s*rate|cash\s*ISA/i],
      [1, /financial\s*services\s*compensation|prudential\s*regulation/i],
    ],
  },
  mortgage_statement: {
    noun: 'mortgage statement',
    type: 'address_proof',
    proves: ['address'],
    nameLabel:
      /^(?:borrowers?|(?:account|mortgage)\s*holders?|customer(?:\s*name)?|name)\s*(?:\(s\))?\s*(?::|$|-)/i,
    signs: [
      [4, /mortgage\s*(?:account\s*)?statement|annual\s*mortgage/i],
      [2, /mortgage\s*(?:account|number|balance|term)/i],
      [2, /early\s*repayment\s*charge|repayment\s*(?:type|method)|interest\s*only/i],
      [2, /remaining\s*term|term\s*(?:remaining|left)/i],
      [2, /outstanding\s*balance|amount\s*(?:owed|outstanding)|monthly\s*payment/i],
      [1, /interest\s*rate|fixed\s*until/i],
    ],
  },
  investment_statement: {
    noun: 'investment statement',
    type: 'funds_proof',
    proves: ['funds'],
    ownDate:
      /(?:trade|trading|deal(?:ing)?|order|contract|purchase|bargain)\s*date\s*:?\s*$|date\s*of\s*(?:trade|deal|purchase|order)\s*:?\s*$/i,
    nameLabel: /^(?:investor|client|holder|account\s*(?:holder|name)|customer(?:\s*name)?|name)\s*(?::|$|-)/i,
    signs: [
      [
        4,
        /(?:investment|portfolio|pension|isa|valuation)\s*(?:account\s*)?(?:statement|summary|report)|statement\s*of\s*investments|contract\s*note|(?:certificate\s*of\s*investment|(?:savings|investment|bond|share)\s*certificate)|(?:premium|income|growth|fixed\s*rate|savings)\s*bonds?/i,
      ],
      [2, /portfolio\s*value|total\s*value|market\s*value|valuation/i],
      [2, /stocks\s*(?:and|&)\s*shares|\bunits?\s*held|\bholdings?\b|funds?\s*held/i],
      [2, /\bISIN\b|\bSEDOL\b|settlement\s*date|dealing\s*charge|\bconsideration\b/i],
      [2, /(?:amount|sum)\s*invested|matur(?:es|ity)\s*(?:on|date)|holder['’]?s\s*number/i],
      [2, /dividends?|investment\s*growth|transfer\s*value/i],
    ],
  },
  payslip: {
    noun: 'payslip',
    type: 'funds_proof',
    proves: ['funds'],
    ownDate:
      /(?:pay(?:ment)?|paid)\s*date\s*:?\s*$|date\s*(?:of\s*payment|paid)\s*:?\s*$|process\s*date\s*:?\s*$/i,
    nameLabel: /^(?:employee(?:'?s)?(?:\s*name)?|name)\s*(?::|$|-)/i,
    signs: [
      [4, /pay\s*-?\s*slip|pay\s*advice|statement\s*of\s*earnings|salary\s*advice/i],
      [2, /net\s*pay/i],
      [2, /gross\s*(?:pay|salary)|basic\s*(?:pay|salary)/i],
      // The tax office uses these words too.
      [1, /\bNI\b.{0,12}(?:no|number|code|cat)|national\s*insurance/i],
      [1, /tax\s*code|\bPAYE\b/i],
      [1, /employee\s*(?:no|number|id)|payroll|employer/i],
      [1, /deductions|year\s*to\s*date/i],
    ],
  },
  // The employer's certificate of a whole tax year. A person decides whether it is enough.
  p60: {
    noun: 'P60',
    type: 'funds_proof',
    proves: ['funds'],
    ownDate: /tax\s*year\s*(?:to|end(?:ed|ing)?)\s*:?\s*$/i,
    nameLabel: /^(?:employee(?:'?s)?\s*name|name)\s*(?::|$|-)/i,
    signs: [
      [4, /\bP60\b/],
      [4, /end\s*of\s*year\s*certificate/i],
      [2, /(?:in\s*)?(?:this|previous)\s*employment/i],
      [2, /final\s*tax\s*code/i],
      [1, /national\s*insurance|employer\s*PAYE/i],
    ],
  },
  completion_statement: {
    noun: 'completion statement',
    type: 'funds_proof',
    proves: ['funds'],
    // In Scotland a sale is settled on the date of entry.
    ownDate: /^\W*(?:(?:date\s*of\s*)?completion(?:\s*date)?|date\s*of\s*(?:entry|settlement))\s*:?\s*$/i,
    nameLabel: /^(?:(?:our\s*)?clients?|sellers?|vendors?|buyers?|purchasers?|name)\s*(?:name)?\s*(?::|$|-)/i,
    signs: [
      [4, /completion\s*statement|statement\s*of\s*account\s*on\s*completion/i],
      [2, /(?:purchase|sale)\s*price/i],
      [2, /stamp\s*duty|\bSDLT\b|land\s*registry|disbursements?/i],
      [2, /redemption|redeem/i],
      [2, /(?:net\s*)?proceeds|balance\s*(?:due|payable)\s*(?:to|from)\s*you/i],
      [1, /legal\s*fees|conveyancing|deposit/i],
    ],
  },
  // A letter about taxes or benefits. A person decides whether the firm accepts it.
  official_letter: {
    noun: 'official letter',
    type: 'address_proof',
    proves: ['address'],
    nameLabel: /^name\s*(?::|$|-)/i,
    signs: [
      [4, /HM\s*Revenue|Department\s*for\s*Work|Pension\s*Service|Student\s*Loans\s*Company/i],
      [4, /coding\s*notice|tax\s*calculation|(?:state\s*pension|universal\s*credit|child\s*benefit)/i],
      [2, /tax\s*code|self\s*assessment|national\s*insurance|personal\s*allowance|gov\.uk/i],
      [2, /increase\s*in|we\s*(?:have|will)\s*(?:changed|pay|decided)|your\s*(?:award|entitlement|benefit)/i],
      [1, /^dear\b/im],
    ],
  },
  gift_letter: {
    noun: 'gift letter',
    type: 'funds_proof',
    proves: ['funds'],
    nameLabel:
      /^(?:(?:name\s*of\s*)?(?:the\s*)?(?:recipient|donee|person\s*receiving(?:\s*the\s*gift)?|buyer|purchaser)(?:'?s)?(?:\s*name)?)\s*(?::|$|-)/i,
    signs: [
      [4, /gift(?:ed)?\s*(?:letter|deposit|declaration)|letter\s*of\s*gift|declaration\s*of\s*gift/i],
      [4, /\b(?:confirm|declare|state)\b[^.]{0,80}\b(?:gift(?:ed|ing)?|giving|given)\b(?!\s*names?)/i],
      [
        2,
        /(?:no|not\s*(?:have|acquire|expect)\s*(?:any)?)\s*(?:legal\s*(?:or\s*beneficial\s*)?)?interest\s*in\s*the\s*property/i,
      ],
      [2, /not\s*(?:a\s*)?(?:loan|repayable|expect)|without\s*repayment|no\s*repayment/i],
      [2, /unconditional|outright\s*gift|donor|donee|\bgift\b/i],
    ],
  },
}
