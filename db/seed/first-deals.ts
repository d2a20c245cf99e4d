import type { SeedDeal } from './deals';

/** Deals created more than 200 days ago. */
export const FIRST_DEALS: SeedDeal[] = [
  {
    owner: 'ana',
    createdDaysAgo: 402.3,
    updatedDaysAgo: 388.1,
    companyName: 'Steadwick Payments',
    stage: 'Passed',
    ceoName: 'Alaric Pembury',
    cooName: 'Noor Haddaway',
    industries: ['Fintech'],
    fundingRound: 'A',
    targetFundingSize: '$12M',
    targetClosingInDays: -290,
    evaluationScore: 3.4,
    nextMeetingDate: 'N/A',
    businessIntroduction:
      'Card acquiring for independent garages and car dealers, sold through the software they already use for workshop planning. Steadwick bundles the ' +
      'terminal, the merchant account and a 0% instalment plan for repairs above $400. The pitch is that a garage loses one repair in nine because the ' +
      'customer cannot pay at once.',
    keyBusinessNumbers:
      'Payment volume $61M a year, net take rate 0.48%, gross margin 31%, burn $390k a month, 9 months of runway at the time of the meeting',
    comments:
      'Passed. The instalment plan is funded from their own balance sheet and they could not show us a loss curve older than five months. Round closed ' +
      'without us, on terms we would not have taken. Keep the contact: Noor is very good.',
  },
  {
    owner: 'ben',
    createdDaysAgo: 371.6,
    updatedDaysAgo: 180.2,
    companyName: 'Ibex & Thistle',
    stage: 'Passed',
    ceoName: 'Fiona Carrick-Doyle',
    cfoName: 'Hamish Oduya (store lead, Inverness)',
    industries: ['Lifestyle', 'In/Out bound'],
    fundingRound: 'Seed',
    targetFundingSize: '€1.2M',
    evaluationScore: 2.1,
    nextMeetingDate: 'N/A',
    businessIntroduction:
      'Rents complete mountain kits (boots, shells, tents, stoves) to hikers who travel without luggage. Orders are picked up from lockers at stations ' +
      'and airports and returned to any other locker. Seven locations so far, all in Scotland and the Lake District.',
    keyBusinessNumbers:
      '£410k revenue last twelve months, 2,900 rentals, average basket £141, contribution margin 22% in season and negative from November to March',
    comments:
      'Lovely product, hard business. Stock sits idle for five months and every locker needs a person with a van. Told them to come back with a ' +
      'southern-hemisphere or ski partner.',
  },
  {
    owner: 'tomas',
    createdDaysAgo: 344.9,
    updatedDaysAgo: 61,
    companyName: 'Gantrywell',
    stage: 'Partner meeting',
    ceoName: 'Wilhelmina Straatveld',
    cooName: 'Ebbe Norling',
    cfoName: 'Port engineer from the Ghent pilot',
    industries: ['DX', 'IOT'],
    fundingRound: 'CB',
    targetFundingSize: '€15M',
    targetClosingInDays: 120,
    evaluationScore: 7.4,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Gantrywell plans the work of container cranes. It reads positions from the crane controllers, the stowage plan and the truck appointments, and ' +
      're-plans the next 90 minutes whenever something slips. Operators see one screen with the next three moves.\n\n' +
      'The product replaces the paper lists and radio calls that mid-size terminals still run on. The large automated ports build this themselves; the ' +
      '300 or so terminals between 200k and 1.5M TEU cannot, and Gantrywell sells to them with a per-crane subscription and no change to the terminal ' +
      'operating system.\n\n' +
      'Installed at eleven terminals in Belgium, Portugal, Morocco and Uruguay. The first customer has renewed twice and has gone from four cranes to ' +
      'nineteen.',
    keyBusinessNumbers:
      'ARR €3.9M (+71% in twelve months), 143 cranes under contract, net revenue retention 128%, gross margin 74%, burn €210k a month, 14 months of ' +
      'runway',
    comments:
      'CB with a 20% discount to the next round and a 24 month maturity. Company wants it to bridge to the Uruguay group contract (38 cranes).\n' +
      '- Reference call with the Setúbal terminal done, very positive\n' +
      '- Ask for the list of integrations per crane maker, this is where the cost hides\n' +
      '- Group legal to look at the conversion cap',
    evaluation: {
      marketSize: 6.8,
      marketGrowthRate: 6.2,
      competitiveLandscape: 7.5,
      regulatoryEnvironment: 7.1,
      marketNotes:
        'About 300 terminals fit. At €350k per terminal and year that is a €105M market, so the growth has to come from rail yards and inland depots.',
      problemSolutionFit: 8.4,
      productMarketFit: 7.8,
      technologyEdge: 7.2,
      roadmapVision: 7,
      revenueGrowthRate: 7.6,
      userMetrics: 7.4,
      unitEconomics: 7.9,
      pipelineSalesMomentum: 6.9,
      tractionNotes:
        'Every customer older than a year has added cranes. Sales cycle is 11 months though, and two people carry it.',
      revenueModel: 8.1,
      grossMargins: 7.4,
      burnRateRunway: 6.6,
      profitabilityOutlook: 7,
      founderQuality: 8,
      teamDepth: 7.1,
      executionTrackRecord: 7.7,
      valuationTraction: 6.4,
      capTable: 7.2,
      investorRights: 6.8,
      exitScenarios: 7,
      dealTermsNotes:
        'Cap is above the last priced round plus 60%. We would want it lower or the discount at 25%.',
      fundThesisAlignment: 7.9,
      synergies: 7.6,
      followOnPotential: 7.3,
    },
  },
  {
    owner: 'chiara',
    createdDaysAgo: 318.4,
    updatedDaysAgo: 12.7,
    companyName: 'Sonnfeld Energiespeicher GmbH',
    stage: 'Due diligence',
    ceoName: 'Jürgen Weißköpfel',
    cooName: 'Anneliese Graßhoff-Özdal',
    industries: ['IOT', 'Climate'],
    fundingRound: 'B',
    targetFundingSize: '€18M',
    targetClosingInDays: 75,
    evaluationScore: 8.1,
    nextMeetingDate: '30 days',
    meetingSetDaysAgo: 25.8,
    businessIntroduction:
      'Sonnfeld builds a controller that turns the batteries of apartment blocks into one virtual power plant. The box costs €340, is fitted by the ' +
      "electrician who fits the battery, and pays the tenants' association for letting the grid operator draw power in the evening peak.\n\n" +
      'The company started in Kassel with three housing cooperatives. Today 212 buildings take part, and two grid operators buy the flexibility under ' +
      'five-year contracts. Hardware is made by a contract manufacturer in Thuringia; all software is in house.',
    keyBusinessNumbers:
      '212 buildings, 31 MWh under control, revenue €6.4M (+118%), 58% of it recurring, gross margin 46% and rising with the share of software, EBITDA ' +
      '-€2.1M, cash €3.4M, runway 19 months at the current burn',
    comments:
      'Site visit in Kassel went very well: the installer needed 55 minutes from van to first kilowatt. Open point is the pending tariff reform, see ' +
      'the regulatory score. Lead investor is set, allocation for us would be €4M to €5M.',
    evaluation: {
      marketSize: 8.3,
      marketGrowthRate: 8.8,
      competitiveLandscape: 6.9,
      regulatoryEnvironment: 5.4,
      marketNotes:
        'Four million dwellings belong to cooperatives in Germany alone. The grid operators are forced buyers of evening flexibility until the network ' +
        'is extended.',
      problemSolutionFit: 8.5,
      productMarketFit: 8,
      technologyEdge: 7.6,
      roadmapVision: 8.4,
      businessNotes:
        'The moat is the relationship with electricians, not the box. 1,140 are trained and certified.',
      revenueGrowthRate: 8.9,
      userMetrics: 7.9,
      unitEconomics: 7.2,
      pipelineSalesMomentum: 8.1,
      revenueModel: 7.8,
      grossMargins: 6.1,
      burnRateRunway: 8,
      profitabilityOutlook: 6.8,
      financialsNotes:
        'Hardware is sold at cost. If software stays at 58% of revenue, blended margin reaches 60% in the plan year after next.',
      founderQuality: 8.7,
      teamDepth: 8.2,
      executionTrackRecord: 8.4,
      teamNotes:
        'Jürgen ran grid operations for a city utility for nine years. The CFO seat is open, we should have a say in it.',
      valuationTraction: 6.7,
      capTable: 7.5,
      investorRights: 7.4,
      exitScenarios: 7.8,
      fundThesisAlignment: 8.8,
      synergies: 7,
      followOnPotential: 8.6,
      strategicFitNotes:
        'Fits the energy thesis exactly. Two holdings could sell through the same installers.',
    },
  },
  {
    owner: 'daichi',
    createdDaysAgo: 301.2,
    updatedDaysAgo: 295.8,
    companyName: 'ヒノクマ精機株式会社',
    stage: 'On hold',
    ceoName: '日ノ隈 譲',
    industries: ['IOT'],
    fundingRound: 'Angel',
    targetFundingSize: '¥60M',
    evaluationScore: 4,
    nextMeetingDate: '360 days',
    businessIntroduction:
      '工作機械の主軸に後付けできる振動センサーを開発。工具の摩耗を加工中に検知し、交換時期を作業者のタブレットに表示する。' +
      '中小の町工場向けに1台あたり月額9,800円で提供し、現在は大田区と東大阪の計14社で試験運用中。\n' +
      'センサーは自社設計、解析は端末側で完結するためネットワーク工事が不要。',
    keyBusinessNumbers: '試験運用14社、うち有償6社（42台）、月次売上 ¥411,600、解約なし',
    comments:
      '技術は面白いが、販売は社長一人。営業責任者の採用後に再度面談。 Next check in a year.',
  },
  {
    owner: 'ana',
    createdDaysAgo: 287.5,
    updatedDaysAgo: 33.9,
    companyName: 'Marlrook Labs',
    stage: 'Met',
    ceoName: 'Tamsin Oyelaran-Birch',
    cooName: 'Leopold Vásquez-Hahn',
    cfoName: 'Head of solutions',
    industries: ['AI', 'DX'],
    fundingRound: 'A',
    targetFundingSize: '$8M',
    targetClosingInDays: 50,
    evaluationScore: 7,
    nextMeetingDate: '30 days',
    businessIntroduction:
      'Marlrook reads supplier contracts and watches what is actually invoiced against them. It finds missed volume rebates, price increases without ' +
      'notice and services billed after the end of a term. Purchasing teams get a weekly list with the clause, the invoice line and a drafted letter ' +
      'to the supplier.\n\n' +
      'Customers are manufacturers with 500 to 5,000 suppliers. The company is paid a base fee plus 8% of what is recovered in the first year.',
    keyBusinessNumbers:
      'ARR $2.6M plus $0.7M success fees, 34 customers, logo churn 3% a year, gross margin 69% (human review of low-confidence clauses is the main ' +
      'cost), burn $185k, 16 months runway',
    comments:
      'Second meeting with the product team. Precision on rebate clauses is 94% on our own five test contracts, which is better than what they claim. ' +
      'Want to understand why the three largest customers all came from one consultant.',
    evaluation: {
      marketSize: 7.1,
      marketGrowthRate: 7.3,
      competitiveLandscape: 5.9,
      regulatoryEnvironment: 7.8,
      marketNotes:
        'Crowded on the contract side, nearly empty on the invoice side. The combination is what sells.',
      problemSolutionFit: 8.2,
      productMarketFit: 7,
      technologyEdge: 6.4,
      roadmapVision: 6.8,
      businessNotes:
        'The drafted letter is the feature that buyers mention first. Clever, and easy to copy.',
      revenueGrowthRate: 7.2,
      userMetrics: 6.9,
      unitEconomics: 7.4,
      pipelineSalesMomentum: 6.6,
      tractionNotes: 'Channel risk: one consultant brought 3 of the 5 largest customers.',
      revenueModel: 7.9,
      grossMargins: 6.3,
      burnRateRunway: 6.8,
      profitabilityOutlook: 6.7,
      financialsNotes: 'Success fees make revenue lumpy. Ask for a plan without them.',
      founderQuality: 7.3,
      teamDepth: 6,
      executionTrackRecord: 6.9,
      teamNotes:
        'Strong on product and legal language, thin in sales. No engineering manager below the CTO.',
      valuationTraction: 6.5,
      capTable: 7,
      investorRights: 7,
      exitScenarios: 7.2,
      dealTermsNotes: '$32M pre-money asked. Fair at $28M given the share of success fees.',
      fundThesisAlignment: 7.7,
      synergies: 8.3,
      followOnPotential: 7.1,
      strategicFitNotes: 'Four portfolio companies said they would try it, two already have.',
    },
  },
  {
    owner: 'nameless',
    createdDaysAgo: 264,
    updatedDaysAgo: 264,
    companyName: 'Hazelcroft (stealth)',
    industries: [],
  },
  {
    owner: 'ben',
    createdDaysAgo: 251.8,
    updatedDaysAgo: 140.4,
    companyName: 'Kelpwright Foods',
    ceoName: 'Saoirse Vandermolen',
    cooName: 'Idris Pellow',
    industries: ['Lifestyle', 'Others'],
    fundingRound: 'Pre-A',
    targetFundingSize: '$3M',
    evaluationScore: 4.4,
    nextMeetingDate: '120 days',
    businessIntroduction:
      'Sugar kelp grown on lines between offshore wind turbines, processed into a stock powder that replaces up to a third of the salt in ready meals. ' +
      'The farms pay the wind operators nothing because the lines count towards their biodiversity duty. Two food manufacturers are testing the powder ' +
      'in soups and sauces.',
    keyBusinessNumbers:
      'First harvest 140 t wet weight, €220k revenue, two paid trials, cost per kg €11.40 against a target of €6',
    comments:
      'Wait for the second harvest. If the cost per kg is below €8 we should move quickly, the trials are the best sign so far.',
  },
  {
    owner: 'chiara',
    createdDaysAgo: 239.1,
    updatedDaysAgo: 5.2,
    companyName: 'Ondélia Santé',
    stage: 'Term sheet',
    ceoName: 'Maëlle Thébaudin',
    cooName: 'Loïc Garrégues',
    cfoName: 'Dr. Inès Bouchardeau (medical lead)',
    industries: ['Lifestyle', 'Mobile Internet', 'AI'],
    fundingRound: 'A',
    targetFundingSize: '€7.5M',
    targetClosingInDays: 21,
    evaluationScore: 8.6,
    nextMeetingDate: 'ASAP',
    businessIntroduction:
      'Ondélia is a care programme for women in perimenopause. The app collects symptoms and sleep data, an algorithm sorts them into care paths, and ' +
      'midwives and gynaecologists employed by the company see patients by video within four days. Prescriptions, hormone levels and follow-ups are in ' +
      'one record that the family doctor can read.\n\n' +
      'Employers pay a fee per head and year; two statutory insurers have joined with an outcome contract. In a controlled study with 640 women, days ' +
      'of sick leave fell by 31% in the first year.\n\n' +
      'The company wants to open in Italy and Belgium next. We met the medical director, the head of insurance partnerships and two midwives without ' +
      'the founders in the room.',
    keyBusinessNumbers:
      'ARR €4.8M, 61 employers and 2 insurers, 212,000 covered lives, 9.4% activation, net retention 134%, gross margin 57% (clinicians included), ' +
      'burn €240k a month, 21 months runway, payback on sales cost 8 months',
    comments:
      'Term sheet from another fund expires in ten days. Committee needs the memo by then.\n' +
      'Open: clinician capacity plan, data processing agreement of the second insurer, option pool top-up before or after the money.',
    evaluation: {
      marketSize: 8.7,
      marketGrowthRate: 8.9,
      competitiveLandscape: 7.4,
      regulatoryEnvironment: 6.8,
      marketNotes:
        'Half the workforce, a decade of symptoms, almost no supply. Employers have a budget line for it since last year.',
      problemSolutionFit: 9.3,
      productMarketFit: 8.8,
      technologyEdge: 7.5,
      roadmapVision: 8.6,
      businessNotes: 'The study is the moat. Nobody else in Europe has controlled sick-leave data.',
      revenueGrowthRate: 9,
      userMetrics: 8.2,
      unitEconomics: 8.1,
      pipelineSalesMomentum: 8.9,
      tractionNotes:
        'Activation of 9.4% is twice what employee benefits usually reach. 5 of 61 employers came by recommendation of another.',
      revenueModel: 8.6,
      grossMargins: 6.9,
      burnRateRunway: 8.5,
      profitabilityOutlook: 7.6,
      financialsNotes:
        'Margin depends on clinician utilisation (71% now). At 80% the gross margin is 63%.',
      founderQuality: 9.4,
      teamDepth: 8.3,
      executionTrackRecord: 8.8,
      teamNotes: 'Maëlle is the strongest founder we met this year. Deputy for Loïc still missing.',
      valuationTraction: 7.1,
      capTable: 8,
      investorRights: 8.2,
      exitScenarios: 8.4,
      dealTermsNotes:
        'Other offer is €30M pre-money with a 1x non-participating preference. We would match and add the Italian network.',
      fundThesisAlignment: 9.1,
      synergies: 7.3,
      followOnPotential: 8.9,
      strategicFitNotes:
        'Health is one of three themes of the fund. Follow-on reserve of €6M proposed.',
    },
  },
  {
    owner: 'daichi',
    createdDaysAgo: 226.7,
    updatedDaysAgo: 19.6,
    companyName: '株式会社月見坂トラベル',
    ceoName: '桐生院 小夜子',
    cooName: '柘植野 航',
    industries: ['In/Out bound', 'DX'],
    fundingRound: 'Pre-A',
    targetFundingSize: '¥250M',
    targetClosingInDays: 60,
    evaluationScore: 6.8,
    nextMeetingDate: '30 days',
    businessIntroduction:
      '地方の旅館と海外の旅行会社を直接つなぐ在庫・料金管理サービス。旅館は紙の台帳を写真に撮るだけで空室が登録され、' +
      '台湾・タイ・オーストラリアの旅行会社のシステムに即時に反映される。\n' +
      '予約手数料は8%で、大手予約サイトの約半分。多言語の問い合わせ対応も代行する。\n\n' +
      'Short version for the committee: channel manager for small inns that still work on paper, sold to overseas agents. 312 inns in six prefectures, ' +
      "mostly in Tohoku and San'in, where the big portals have little inventory.",
    keyBusinessNumbers:
      '312 inns, GMV ¥1.9B (+64% YoY), take rate 8%, monthly inn churn 0.6%, gross margin 71%, burn ¥11M a month, cash for 13 months',
    comments:
      'OnBS can introduce three agencies in Taipei and Kaohsiung. Ask for the cohort of inns that joined with the prefecture subsidy, they may behave ' +
      'differently once it ends.',
    evaluation: {
      marketSize: 6.4,
      marketGrowthRate: 7.7,
      competitiveLandscape: 5.8,
      regulatoryEnvironment: 7.5,
      marketNotes: '訪日客の地方分散は国の方針。対象となる旅館は約9,000軒。',
      problemSolutionFit: 7.9,
      productMarketFit: 7,
      technologyEdge: 5.7,
      roadmapVision: 6.6,
      businessNotes:
        'Paper ledger to live inventory by photo works in the demo and in the two inns we visited unannounced.',
      revenueGrowthRate: 7.4,
      userMetrics: 7.1,
      unitEconomics: 6.9,
      pipelineSalesMomentum: 6.5,
      tractionNotes: '41% of inns joined with a subsidy. Their churn is the number to watch.',
      revenueModel: 7.3,
      grossMargins: 7.2,
      burnRateRunway: 5.9,
      profitabilityOutlook: 6.2,
      founderQuality: 7.4,
      teamDepth: 5.8,
      executionTrackRecord: 6.7,
      valuationTraction: 6.6,
      capTable: 7.3,
      investorRights: 6.9,
      exitScenarios: 6.1,
      fundThesisAlignment: 7,
      synergies: 8.1,
      followOnPotential: 6.6,
      strategicFitNotes:
        "The one deal this year where the group's own travel contacts change the outcome.",
    },
  },
  {
    owner: 'tomas',
    createdDaysAgo: 214.3,
    updatedDaysAgo: 88,
    companyName: 'Mirevale Therapeutics',
    ceoName: 'Prof. Gwendal Aasheim',
    cooName: 'Beatriz Monteverde-Sá',
    cfoName: 'Clinical lead and patent attorney',
    industries: ['Biotech', 'AI'],
    fundingRound: 'Bridge',
    targetFundingSize: '$4.5M',
    targetClosingInDays: 95,
    evaluationScore: 5.5,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Inhaled enzyme against the sticky mucus of chronic bronchitis, designed with a protein model that the founders trained on their own assay data. ' +
      'The lead compound finished phase 1 in 48 volunteers without serious events. The money is meant to carry the company to the phase 2a read-out, ' +
      'after which a licence partner pays for the rest.',
    keyBusinessNumbers:
      'No revenue, €2.3M grants secured until the read-out, burn €165k, 7 months runway, 3 patent families granted in Europe and Japan',
    comments:
      'Outside our usual field; only with a specialist as lead. Two of them are in the data room. Insiders take half of the bridge.',
  },
  {
    owner: 'ana',
    createdDaysAgo: 203,
    updatedDaysAgo: 47.3,
    companyName: 'Copperfinch',
    stage: 'Screening',
    ceoName: 'Delroy Achterberg',
    cooName: 'Mina Sorrentide',
    industries: ['Fintech', 'Mobile Internet'],
    fundingRound: 'A',
    targetFundingSize: '$9M',
    targetClosingInDays: 110,
    evaluationScore: 5.9,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Lets shift workers draw the wages they have already earned, for a flat $1.50 paid by the employer. Connected to eleven time-tracking systems, ' +
      'so that a new employer is live in a day. A savings pot was added this year, and 38% of the users put something aside each month.',
    keyBusinessNumbers:
      '146,000 active workers, 1.2M payouts a quarter, revenue run rate $7.4M (+52%), loss rate 0.19%, gross margin 48%, burn $310k, runway 11 months',
    comments:
      "Regulator's consultation on wage advances ends in about two months. No decision before that. The employer-paid model should be on the safe " +
      "side, we need counsel's view in writing.",
  },
];
