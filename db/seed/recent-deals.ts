import type { SeedDeal } from './deals';

/** Deals created in the last 200 days. */
export const RECENT_DEALS: SeedDeal[] = [
  {
    owner: 'ben',
    createdDaysAgo: 195.6,
    updatedDaysAgo: 8.8,
    companyName: 'Pellwick Robotics',
    stage: 'Due diligence',
    ceoName: 'Aurelio Tavistock',
    cooName: 'Priyamvada Sundström',
    cfoName: 'Fleet operations lead',
    industries: ['IOT', 'AI', 'DX'],
    fundingRound: 'B',
    targetFundingSize: '$22M',
    targetClosingInDays: 40,
    evaluationScore: 7.9,
    nextMeetingDate: '30 days',
    meetingSetDaysAgo: 30,
    businessIntroduction:
      "Pellwick's robot drives through cold stores at night and counts what is on the shelves, at minus 25 degrees, where people may only work for 40 " +
      'minutes at a time. It reads labels through frost with a warmed camera and weighs doubtful pallets by lifting them a centimetre.\n\n' +
      'Sold as a service per store and month, including the robot. Food logistics firms use it to halve their yearly write-offs. The same map is now ' +
      'sold to insurers.',
    keyBusinessNumbers:
      'ARR $8.2M, 74 cold stores in 9 countries, hardware pays back after 13 months of a 48 month contract, gross margin 52% (up from 38%), churn: one ' +
      'store so far, burn $520k, 17 months runway',
    comments:
      'Visited the store in Zeebrugge at 3 am. Two aisles were miscounted by one pallet each out of 1,860, staff corrected it in four minutes. Very ' +
      'good reference from the shift lead, who did not know that we were investors.',
    evaluation: {
      marketSize: 7.4,
      marketGrowthRate: 7.6,
      competitiveLandscape: 7.9,
      regulatoryEnvironment: 8.2,
      marketNotes:
        'Around 6,000 cold stores above 10,000 pallet places world-wide. Labour rules push in the same direction everywhere.',
      problemSolutionFit: 8.7,
      productMarketFit: 8.1,
      technologyEdge: 8.4,
      roadmapVision: 7.7,
      businessNotes:
        'Frost reading and the one-centimetre weighing are patented and work. Ambient warehouses are served by others, they rightly stay away.',
      revenueGrowthRate: 8,
      userMetrics: 7.9,
      unitEconomics: 7.1,
      pipelineSalesMomentum: 7.8,
      revenueModel: 8.3,
      grossMargins: 6.2,
      burnRateRunway: 7.4,
      profitabilityOutlook: 7,
      financialsNotes:
        'Asset heavy. Wants a leasing line of $10M next to the equity, which we would make a condition.',
      founderQuality: 8.2,
      teamDepth: 7.9,
      executionTrackRecord: 8.1,
      teamNotes:
        'Third company together for the two founders, second one was sold to a forklift maker.',
      valuationTraction: 7,
      capTable: 7.6,
      investorRights: 7.7,
      exitScenarios: 7.9,
      fundThesisAlignment: 8,
      synergies: 7.8,
      followOnPotential: 8.5,
    },
  },
  {
    owner: 'chiara',
    createdDaysAgo: 187.2,
    updatedDaysAgo: 187,
    companyName: 'Umberlane',
    stage: 'Passed',
    ceoName: 'Kester Vaillancour',
    industries: ['Mobile Internet'],
    fundingRound: 'Seed',
    targetFundingSize: '$900k',
    evaluationScore: 1.5,
    nextMeetingDate: 'N/A',
    businessIntroduction:
      'Booking page for creators who sell half-hour video calls. Takes 15% of each call.',
    keyBusinessNumbers: '1,200 creators signed up, 61 with a booking in the last month',
    comments: 'Declined by mail. Feature, not a company; free in three other products.',
  },
  {
    owner: 'daichi',
    createdDaysAgo: 176.4,
    updatedDaysAgo: 92.5,
    companyName: '霧山感知科技',
    stage: 'Met',
    ceoName: '闕映岑',
    cooName: '滕筱帆',
    cfoName: '技術總監與兩位工程師',
    industries: ['IOT', 'AI'],
    fundingRound: 'A',
    targetFundingSize: 'RMB 40M',
    targetClosingInDays: 150,
    evaluationScore: 6.2,
    nextMeetingDate: '120 days',
    businessIntroduction:
      '為高架橋與隧道提供光纖應變監測，沿結構物鋪設一條光纖即可量測每公尺的微小變形。邊緣運算裝置會辨識重車、地震與真正的結構損傷，' +
      '並自動產生主管機關要求的月報。\n\n' +
      'Fibre-optic strain sensing for bridges and tunnels, with reports in the form the authorities require. Two highway bureaus and one metro ' +
      "operator are customers, a third bureau has the system on trial after last year's earthquake.",
    keyBusinessNumbers: '合約金額 NT$92M（三年），已認列 NT$31M，毛利率 55%，員工 27 人',
    comments: 'Public tenders only, so cash comes late. 下次會議請對方準備現金流預測。',
  },
  {
    owner: 'ana',
    createdDaysAgo: 168.8,
    updatedDaysAgo: 2.1,
    companyName: 'Glasswren',
    stage: 'Partner meeting',
    ceoName: 'Ottoline Brackhage',
    cooName: 'Ravindra Molesworth',
    cfoName: 'VP research',
    industries: ['AI', 'IOT'],
    fundingRound: 'A',
    targetFundingSize: '$10M',
    targetClosingInDays: 14,
    evaluationScore: 9.2,
    nextMeetingDate: 'ASAP',
    businessIntroduction:
      "Glasswren inspects transparent things: vials, lenses, screens, bottles. Ordinary cameras see reflections; Glasswren's sensor takes 64 exposures " +
      'under changing light in 80 milliseconds and a model reconstructs the surface and the inside. It finds hairline cracks of 4 micrometres at line ' +
      'speed.\n\n' +
      'Pharma fillers pay per line and year. Each line replaces six to eight people who look at vials against a lamp for 20 minutes at a time. The ' +
      'product is validated under GMP at four manufacturers, which takes about nine months and is very hard to displace afterwards.\n\n' +
      'A consumer electronics maker is testing it for cover glass; not in the plan, would double the market.',
    keyBusinessNumbers:
      'ARR $5.1M, up from $1.6M a year ago; 29 lines live and 41 in validation; false reject rate 0.07% against 1.1% by eye; gross margin 78%; burn ' +
      '$260k a month with $5.2M in the bank; 20 months runway',
    comments:
      'Partner meeting this week. We have pro-rata from the note and should ask for more.\n' +
      'Customer calls: 5 of 5 would be "very disappointed" without it. One complaint only, about the delivery time of sensors (14 weeks).',
    evaluation: {
      marketSize: 8.6,
      marketGrowthRate: 8.4,
      competitiveLandscape: 9.1,
      regulatoryEnvironment: 8.8,
      marketNotes: 'Some 11,000 filling lines, growing with injectables. Cover glass comes on top.',
      problemSolutionFit: 9.6,
      productMarketFit: 9.4,
      technologyEdge: 9.7,
      roadmapVision: 8.9,
      businessNotes:
        'GMP validation locks the customer in for the life of the line, usually 12 years.',
      revenueGrowthRate: 9.8,
      userMetrics: 9,
      unitEconomics: 9.1,
      pipelineSalesMomentum: 9.5,
      tractionNotes: '41 lines in validation are as good as contracted: none has failed so far.',
      revenueModel: 9.2,
      grossMargins: 8.7,
      burnRateRunway: 8.9,
      profitabilityOutlook: 8.8,
      financialsNotes:
        'Software margin with a sensor that costs $3,900. Break-even at about 50 lines.',
      founderQuality: 9.5,
      teamDepth: 8.4,
      executionTrackRecord: 9.1,
      teamNotes:
        'Optics and machine learning both at the top of their field. Operations is two people, has to be six by the end of the year.',
      valuationTraction: 7.6,
      capTable: 9,
      investorRights: 8.6,
      exitScenarios: 9,
      dealTermsNotes: 'Price is full at $55M pre-money. Still the deal to stretch for.',
      fundThesisAlignment: 9.4,
      synergies: 8.3,
      followOnPotential: 9.6,
    },
  },
  {
    owner: 'ben',
    createdDaysAgo: 159,
    updatedDaysAgo: 70.7,
    companyName: 'Mossgale Games',
    ceoName: 'Ingeborg Tallis',
    cooName: 'Teo Marchetta',
    industries: ['Mobile Internet', 'Lifestyle'],
    fundingRound: 'Seed',
    targetFundingSize: '$1.5M',
    evaluationScore: 3.9,
    nextMeetingDate: '360 days',
    businessIntroduction:
      'Slow mobile games about gardens that grow in real time, over weeks. Players open them for three minutes a day and pay for seeds that take a ' +
      'season. The first title has been out for eight months without paid marketing.',
    keyBusinessNumbers:
      '310k downloads, day-30 retention 24%, 41k daily players, $0.06 revenue per daily player, team of 6, break-even in two of the last four months',
    comments:
      'Retention is extraordinary, money is not. A studio bet on the second title; we do not fund content. Stay in touch.',
  },
  {
    owner: 'nameless',
    createdDaysAgo: 150.5,
    updatedDaysAgo: 101.3,
    companyName: 'Rudgrain Mills',
    ceoName: 'Cornelis Abbersby',
    industries: ['Others'],
    fundingRound: 'Others',
    targetFundingSize: '$2M',
    targetClosingInDays: 180,
    evaluationScore: 4.8,
    businessIntroduction:
      'Regional flour mill that moved to heritage wheat and sells direct to 900 bakeries by subscription. Needs working capital for the harvest, which ' +
      'has to be bought in six weeks and is sold over eleven months.',
    keyBusinessNumbers: 'Revenue $6.8M, EBITDA $540k, bakery churn under 5% a year',
  },
  {
    owner: 'chiara',
    createdDaysAgo: 143.9,
    updatedDaysAgo: 0,
    companyName: 'Ñandú Pagos',
    stage: 'Invested',
    ceoName: 'Íñigo Larrabeitia-Coluccio',
    cooName: 'Agustina Pereyrán',
    cfoName: 'Compliance officer',
    industries: ['Fintech', 'Mobile Internet'],
    fundingRound: 'B',
    targetFundingSize: '$16M',
    targetClosingInDays: 85,
    evaluationScore: 7.2,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Payments between small exporters in Paraguay, Uruguay and northern Argentina and their buyers. The buyer pays in local currency by instant ' +
      'transfer, the exporter has dollars the same evening, and the customs form is filled from the invoice. Banks need four days and two visits for ' +
      'the same.\n\n' +
      'Licensed as a payment institution in Uruguay since last spring; the Paraguayan licence is filed.',
    keyBusinessNumbers:
      '$38M monthly volume (3.1x in a year), net take 0.92%, 2,300 exporters, 88% of them active each month, fraud losses 2 bps, gross margin 64%, ' +
      'burn $280k, 15 months of runway',
    comments:
      'Currency risk is closed the same day, checked the treasury reports of three random weeks. Licence in Paraguay is the milestone. Colleagues ' +
      'asked whether their own merchants could use it.',
  },
  {
    owner: 'tomas',
    createdDaysAgo: 136.1,
    updatedDaysAgo: 0.8,
    companyName: 'Harbourpenny',
    stage: 'Term sheet',
    ceoName: 'Rosamund Eskeland',
    cooName: 'Bartholomew Igwe-Lund',
    cfoName: 'Auditor',
    industries: ['Fintech'],
    fundingRound: 'CB',
    targetFundingSize: '$6M',
    targetClosingInDays: 9,
    evaluationScore: 6.5,
    nextMeetingDate: 'ASAP',
    businessIntroduction:
      'Leasing for fishing boats and small ferries that switch to electric motors. Harbourpenny owns the motor and battery, the skipper pays per ' +
      'nautical mile, and the harbour earns from charging. The residual value of batteries is insured.',
    keyBusinessNumbers:
      'Lease book $19M, 164 boats, arrears over 30 days 1.3%, net interest margin 6.2%, equity $3.8M, profitable since the second quarter',
    comments:
      'CB at 7% coupon, converts at $48M. Signing is planned for next week. Tomas to call the insurer about the residual value cover, the policy has ' +
      'an exclusion for salt water damage that nobody could explain.',
  },
  {
    owner: 'ana',
    createdDaysAgo: 129.7,
    updatedDaysAgo: 55.2,
    companyName: 'Larkhallow Learning',
    ceoName: 'Euphemia Stroud-Okonjo',
    cooName: 'Casimir Delaroche',
    industries: ['DX', 'AI', 'Lifestyle'],
    fundingRound: 'Pre-A',
    targetFundingSize: '$2.5M',
    targetClosingInDays: 70,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Training for apprentices in electrical and heating trades. The apprentice films the finished work, a model checks it against the standard ' +
      '(cable spacing, clamp order, labels) and the master sees only what needs a second look. Training companies pay per apprentice and month.',
    keyBusinessNumbers:
      '46 training companies, 3,800 apprentices, $54k MRR, +11% a month over the last six months, gross margin 81%',
    comments:
      'Score after the trial with two portfolio companies. Question to settle: who is liable when the model passes work that is unsafe?',
  },
  {
    owner: 'daichi',
    createdDaysAgo: 121.3,
    updatedDaysAgo: 44,
    companyName: 'Nettlecast',
    stage: 'Screening',
    ceoName: 'Ye-rin Hollowell',
    cooName: 'Matteus Orbán-Field',
    industries: ['AI', 'In/Out bound', 'Mobile Internet'],
    fundingRound: 'A',
    targetFundingSize: '$6M',
    targetClosingInDays: 55,
    evaluationScore: 6.9,
    nextMeetingDate: '30 days',
    businessIntroduction:
      'Dubs museum and city guides into 40 languages with the voice of the original speaker, including pronunciation of local names, which is what ' +
      'tourists notice first when it is wrong. Visitors listen in the browser after scanning a sign. Museums pay per visitor, cities per year.',
    keyBusinessNumbers:
      'ARR $1.9M, 118 museums and 14 cities, 6.2M listens last year, gross margin 83%, average contract $14k, net retention 112%, burn $95k a month, ' +
      '18 months runway',
    comments:
      "Contracts are small and public. Growth would come from transport operators, one airport pilot starts soon. Get the pilot's result before the " +
      'term sheet.',
  },
  {
    owner: 'ben',
    createdDaysAgo: 114.8,
    updatedDaysAgo: 3.5,
    companyName: 'Perchwire',
    stage: 'Due diligence',
    ceoName: 'Sunniva Karlsholt',
    cooName: 'Emeka Radcliffe-Duru',
    cfoName: 'Line crew foreman',
    industries: ['IOT', 'DX'],
    fundingRound: 'A',
    targetFundingSize: '$11M',
    targetClosingInDays: 30,
    evaluationScore: 8.3,
    nextMeetingDate: '30 days',
    businessIntroduction:
      'A sensor the size of a fist, clipped to overhead power lines by drone in 90 seconds without switching the line off. It measures sag, ' +
      'temperature, ice and vibration, and feeds on the field of the line itself. Grid operators can run up to 28% more power through the same wire ' +
      'when they know its real state.\n\n' +
      'Three operators have framework contracts. The largest has ordered 4,000 units after a winter with 300, during which two lines were kept in ' +
      'service that would have been switched off by the rule book.',
    keyBusinessNumbers:
      'Order book $14.6M, revenue last twelve months $4.4M (+190%), unit cost $210 at a price of $950 plus $18 a month, gross margin 67%, 22 months of ' +
      'runway after the grant, 31 people',
    comments:
      'Technical due diligence with the grid lab is back: accuracy better than stated, drone mounting fails in gusts above 12 m/s. Ask for a ' +
      'mitigation plan. Otherwise ready for committee.',
    evaluation: {
      marketSize: 8.4,
      marketGrowthRate: 9,
      competitiveLandscape: 7.8,
      regulatoryEnvironment: 8.6,
      marketNotes:
        'New lines take ten years to permit. Getting more out of old ones is the only quick answer, and regulators now pay for it.',
      problemSolutionFit: 9.1,
      productMarketFit: 8.3,
      technologyEdge: 8.5,
      roadmapVision: 7.9,
      revenueGrowthRate: 9.2,
      userMetrics: 7.8,
      unitEconomics: 8,
      pipelineSalesMomentum: 8.7,
      tractionNotes: 'One customer is 55% of the order book.',
      revenueModel: 7.7,
      grossMargins: 7.5,
      burnRateRunway: 8.4,
      profitabilityOutlook: 7.6,
      financialsNotes: 'Hardware margin is real: we saw the purchase invoices of the last batch.',
      founderQuality: 8.3,
      teamDepth: 7.4,
      executionTrackRecord: 8.1,
      teamNotes:
        'Founder climbed towers for six years before her doctorate. Needs a head of sales for the US.',
      valuationTraction: 7.9,
      capTable: 8.2,
      investorRights: 8,
      exitScenarios: 8.3,
      fundThesisAlignment: 8.9,
      synergies: 8.4,
      followOnPotential: 8.8,
      strategicFitNotes: 'Complements Sonnfeld without overlap. The same people buy.',
    },
  },
  {
    owner: 'ana',
    createdDaysAgo: 107.4,
    updatedDaysAgo: 76.6,
    companyName: 'Tallowby',
    ceoName: 'Lucasta Winnerby',
    industries: ['Mobile Internet', 'Lifestyle'],
    fundingRound: 'Seed',
    targetFundingSize: '$1.8M',
    targetClosingInDays: -12,
    evaluationScore: 4.1,
    nextMeetingDate: '120 days',
    businessIntroduction:
      'Marketplace for second-hand furniture with delivery included. The seller films a room, the app cuts it into offers with sizes and a price, and ' +
      'a pool of returning delivery vans brings the piece to the buyer. Two cities so far.',
    keyBusinessNumbers:
      '$210k GMV a month, take rate 24%, but delivery eats 19 points of it; repeat buyers 31%',
    comments:
      'Closing date has passed, the round is still open. Look again when a third city works without the founder in the van.',
  },
  {
    owner: 'chiara',
    createdDaysAgo: 98,
    updatedDaysAgo: 30.4,
    companyName: 'Brackenfold Bio',
    stage: 'Due diligence',
    ceoName: 'Dr. Cressida Vantongeren',
    cooName: 'Baltasar Quirke',
    cfoName: 'Plant manager, two board members',
    industries: ['Biotech', 'Others'],
    fundingRound: 'C',
    targetFundingSize: '$45M',
    targetClosingInDays: 130,
    evaluationScore: 7.7,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Grows the fungus that turns sawmill waste into packaging foam. The first plant in Galicia has run for 19 months; a box insert costs 6% more ' +
      'than polystyrene and composts in five weeks. Two furniture makers and a wine shipper take the whole output under three-year contracts.\n\n' +
      'The C round pays for a second plant with four times the capacity next to a sawmill in Värmland. Permits are granted, the sawmill takes 10% of ' +
      'the plant company.',
    keyBusinessNumbers:
      'Revenue €21M, capacity sold out for 26 months, gross margin 34% (plant one) and 47% planned for plant two, EBITDA positive for three quarters, ' +
      'net debt €9M, capex need €38M',
    comments:
      'Ticket would be our largest. Only with a co-investor for the infrastructure part. Engineering report on plant two is due in six weeks.',
  },
  {
    owner: 'daichi',
    createdDaysAgo: 91.9,
    updatedDaysAgo: 10.1,
    companyName: 'Orchard & Ohm',
    stage: 'Met',
    ceoName: 'Thaddeus Inoyama',
    cooName: 'Perpetua Lindgaard',
    industries: ['IOT', 'AI'],
    fundingRound: 'Pre-A',
    targetFundingSize: '$3.2M',
    targetClosingInDays: 100,
    evaluationScore: 5,
    nextMeetingDate: '30 days',
    meetingSetDaysAgo: 41.2,
    businessIntroduction:
      'Measures the water flow inside fruit trees with a needle sensor and irrigates row by row. Growers of apples and nashi pears save about a third ' +
      'of the water, and the fruit is more even in size. Sold through cooperatives, installed in winter.',
    keyBusinessNumbers:
      '640 ha under contract, $31 per ha and month in season, revenue $150k, 97% renewal, gross margin 58%',
    comments:
      'Seasonal sales window: whatever is not signed by the end of winter is lost for a year. Is one season enough to prove the next 2,000 ha?',
  },
  {
    owner: 'ben',
    createdDaysAgo: 84.5,
    updatedDaysAgo: 66.3,
    companyName: 'Kestrelby',
    ceoName: 'Osric Fennimore-Baptiste',
    industries: ['IOT', 'AI'],
    fundingRound: 'Seed',
    targetFundingSize: '$1.2M',
    evaluationScore: 2.8,
    nextMeetingDate: '360 days',
    businessIntroduction:
      'Drone inspection of church roofs and listed buildings, with a report for the insurer. Sells flights, would like to sell the software.',
    keyBusinessNumbers: '84 flights, $96k revenue, two pilots',
    comments: 'A service firm today. The software is a spreadsheet with photos.',
  },
  {
    owner: 'ana',
    createdDaysAgo: 77.2,
    updatedDaysAgo: 77,
    companyName: 'Cobblewood Care',
    stage: 'Met',
    ceoName: 'Marguerite Ashgrove-Nwosu',
    cooName: 'Pádraig Ó Tuathlainn',
    industries: ['Others', 'Lifestyle', 'DX'],
    fundingRound: 'Angel',
    targetFundingSize: '$600k',
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Matches retired nurses with families who need a few hours of skilled care a week. Insurance, payroll and the care log are part of the service. ' +
      'The founders ran the nursing staff of two hospitals.',
    keyBusinessNumbers: '190 nurses, 74 families, $23k a month',
    comments:
      'First call only. Warm introduction from a portfolio founder. Nurses come by word of mouth, which is rare and good.',
  },
  {
    owner: 'tomas',
    createdDaysAgo: 71,
    updatedDaysAgo: 6.4,
    companyName: 'Northquay Freight',
    stage: 'Screening',
    ceoName: 'Ambrose Kallenbach',
    cooName: 'Yevdokia Marsh',
    cfoName: 'Treasurer, head of Asia',
    industries: ['DX', 'Fintech'],
    fundingRound: 'D',
    targetFundingSize: '$60M',
    targetClosingInDays: 45,
    evaluationScore: 6,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Digital forwarder for shippers of refrigerated goods, with the insurance of the cargo and the advance payment of duties in one contract. ' +
      'Temperature data releases the payment: when the container stays within its limits the exporter is paid on arrival, without a surveyor.\n\n' +
      'Strong in fruit from Peru and South Africa to Rotterdam, and growing in fish from Norway to East Asia. The D round is said to be the last ' +
      'before a listing; half of it is secondary.',
    keyBusinessNumbers:
      'Gross revenue $412M, net revenue $58M (+29%), adjusted EBITDA -$4.1M, claims ratio 38%, $71M advanced on average with 0.4% losses, DSO 34 days, ' +
      'cash $46M; the plan reaches break-even within five quarters',
    comments:
      "Late for us and the price is for growth that has slowed (29% after 61%). Interesting only as an entry for the group's logistics arm. Secondary " +
      'at a discount of 18% would change the picture.',
    evaluation: {
      marketSize: 8.8,
      marketGrowthRate: 5.2,
      competitiveLandscape: 4.9,
      regulatoryEnvironment: 5.6,
      marketNotes:
        'Huge and slow. Four funded competitors, all cutting prices on the Rotterdam lane.',
      problemSolutionFit: 7.1,
      productMarketFit: 6.8,
      technologyEdge: 5.4,
      roadmapVision: 6.3,
      revenueGrowthRate: 4.6,
      userMetrics: 6.7,
      unitEconomics: 5.8,
      pipelineSalesMomentum: 5.1,
      tractionNotes: 'Growth has halved. Management blames freight rates, volume growth is 17%.',
      revenueModel: 6.9,
      grossMargins: 3.8,
      burnRateRunway: 6.2,
      profitabilityOutlook: 5.3,
      financialsNotes:
        'Most of the margin is in the advances. That makes it a lender with trucks, and lenders trade at lower multiples.',
      founderQuality: 7.4,
      teamDepth: 8.3,
      executionTrackRecord: 6.5,
      valuationTraction: 3.2,
      capTable: 6,
      investorRights: 4.7,
      exitScenarios: 7.6,
      dealTermsNotes: 'Two senior preferences above us, half secondary. No board seat on offer.',
      fundThesisAlignment: 4.9,
      synergies: 8.2,
      followOnPotential: 3.1,
    },
  },
  {
    owner: 'chiara',
    createdDaysAgo: 64.6,
    updatedDaysAgo: 15.5,
    companyName: 'Thimblerook',
    ceoName: 'Séverine Mahlstedt',
    cooName: 'Gianluca Torrebruna',
    industries: ['Lifestyle', 'Mobile Internet'],
    fundingRound: 'Pre-A',
    targetFundingSize: '€2M',
    targetClosingInDays: 90,
    evaluationScore: 5.3,
    nextMeetingDate: '120 days',
    businessIntroduction:
      'Repairs and alterations for clothing brands. The customer photographs the tear, gets a price in a minute and drops the piece at a parcel shop; ' +
      'one of 60 tailors has it back in eight days. Brands pay because returns fall and because repair will be a legal duty in several countries.',
    keyBusinessNumbers:
      '17 brands, 5,400 repairs a month, average price €19, contribution €3.10 each, brand subscriptions €31k MRR',
    comments:
      'Unit economics are fine at the parcel rates they have now. What happens at the next rate increase?',
  },
  {
    owner: 'daichi',
    createdDaysAgo: 57.3,
    updatedDaysAgo: 1.2,
    companyName: 'Waymoth',
    stage: 'Partner meeting',
    ceoName: 'Hedda Qvarnstrand',
    cooName: '曽禰 一颯',
    industries: ['In/Out bound', 'Mobile Internet'],
    fundingRound: 'Seed',
    targetFundingSize: '¥120M',
    targetClosingInDays: 18,
    evaluationScore: 7.1,
    nextMeetingDate: 'ASAP',
    businessIntroduction:
      'Offline guide for long-distance walking routes, with huts, water and bus times that walkers correct on the go. Works without reception for five ' +
      'days and uses 4% of the battery per day. Regions pay to have their routes kept up to date, walkers pay $9 a year.',
    keyBusinessNumbers:
      '88k paying walkers (+140% in a year), 31 regions, ARR $1.1M, churn of regions zero, gross margin 88%, break-even for seven months',
    comments:
      'Profitable and raising only to open Kumano, Shikoku and Taiwan. Small ticket, founder wants us for the introductions. Decide this week, she is ' +
      'leaving for a six-week walk.',
  },
  {
    owner: 'ben',
    createdDaysAgo: 49.9,
    updatedDaysAgo: 28.8,
    companyName: 'Fernlock',
    ceoName: 'Jolyon Abernethy-Kaur',
    cooName: 'Wibke Sandvoort',
    industries: ['AI', 'DX'],
    fundingRound: 'A',
    targetFundingSize: '$7M',
    targetClosingInDays: 65,
    evaluationScore: 6.4,
    nextMeetingDate: '30 days',
    businessIntroduction:
      'Watches what internal AI assistants are told and what they answer, and stops leaks of customer data before they leave. It runs inside the ' +
      "customer's own network. Sold to banks, insurers and two ministries; a deployment takes three weeks, most of it spent agreeing on the rules.",
    keyBusinessNumbers:
      'ARR $2.2M from 13 customers, pipeline $6M, win rate 38%, gross margin 76%, net retention 121%, burn $205k, runway 12 months',
    comments:
      "Question is whether the assistants' makers build it in. Three customers say they would not trust them with it.",
  },
  {
    owner: 'ana',
    createdDaysAgo: 43.1,
    updatedDaysAgo: 4.7,
    companyName: 'Quillmoor',
    stage: 'Term sheet',
    ceoName: 'Bryony Castellane-Roth',
    cooName: 'Farouk Weatherall',
    cfoName: 'Chief scientist, head of banking partnerships',
    industries: ['Fintech', 'AI', 'DX'],
    fundingRound: 'A',
    targetFundingSize: '$9.5M',
    targetClosingInDays: 12,
    evaluationScore: 10,
    nextMeetingDate: 'ASAP',
    businessIntroduction:
      'Quillmoor closes the books of mid-size companies every night. It matches bank lines, invoices, goods receipts and payroll, posts what is ' +
      'certain and asks the accountant about the rest in plain questions. What took nine working days at the end of a month is finished the next ' +
      'morning.\n\n' +
      'The hard part is the posting rules: every company has its own, mostly in the head of one person. Quillmoor learns them from three years of ' +
      'ledgers and shows each rule as a sentence that the accountant confirms or rejects. Auditors accept the log; two of the large audit networks ' +
      'recommend it.\n\n' +
      'Because the ledger is right every day, banks lend against it. Two banks pay Quillmoor for live covenants, and that line grew from nothing to a ' +
      'fifth of the revenue in three quarters.\n\n' +
      'Eleven of the thirteen customers whom we called asked whether they could invest.',
    keyBusinessNumbers:
      'ARR $6.9M (4.2x in twelve months), 163 customers, net retention 151%, no customer lost since the launch, gross margin 84%, payback 4 months, ' +
      'burn $90k a month with $4.1M in the bank, 45 months of runway at that rate',
    comments:
      'The first ten we have given. Committee agreed in principle to lead.\n' +
      'Next steps:\n' +
      '1. Term sheet to Bryony\n' +
      '2. Reference with the two banks\n' +
      '3. Check the licence question for live covenants (<5% of the risk, but it should be in the memo)',
    evaluation: {
      marketSize: 9.4,
      marketGrowthRate: 9.2,
      competitiveLandscape: 8.3,
      regulatoryEnvironment: 8.9,
      marketNotes:
        "Every company above 50 people. The banks' side may be the larger market in the end.",
      problemSolutionFit: 10,
      productMarketFit: 9.9,
      technologyEdge: 9.3,
      roadmapVision: 9.8,
      businessNotes:
        'Rules as sentences is the insight. Customers correct the system gladly because they can read it.',
      revenueGrowthRate: 10,
      userMetrics: 9.7,
      unitEconomics: 9.9,
      pipelineSalesMomentum: 9.6,
      tractionNotes:
        'Growth without a sales team: 70% of new customers come from their accountants.',
      revenueModel: 9.8,
      grossMargins: 9.3,
      burnRateRunway: 9.9,
      profitabilityOutlook: 9.5,
      financialsNotes:
        'Burn multiple of 0.2. They do not need the money, which is why the price is the price.',
      founderQuality: 10,
      teamDepth: 8.8,
      executionTrackRecord: 9.6,
      teamNotes:
        'Chief scientist and CEO have worked together for eleven years. Second line is good, Farouk is outstanding.',
      valuationTraction: 8.1,
      capTable: 9.2,
      investorRights: 9,
      exitScenarios: 9.4,
      dealTermsNotes:
        '$70M pre-money, clean 1x preference, one board seat, pro-rata for the next two rounds.',
      fundThesisAlignment: 10,
      synergies: 9.1,
      followOnPotential: 9.7,
      strategicFitNotes: 'Nineteen portfolio companies fit the customer profile.',
    },
  },
  {
    owner: 'nameless',
    createdDaysAgo: 36.6,
    updatedDaysAgo: 36.6,
    companyName: 'Voltwattle',
    ceoName: 'Zebedee Marrow-Finch',
    industries: ['IOT', 'Mobile Internet'],
    fundingRound: 'Angel',
    targetFundingSize: '$500k',
    nextMeetingDate: 'N/A',
    businessIntroduction: 'Battery swap boxes for delivery scooters in towns below 100,000 people.',
  },
  {
    owner: 'chiara',
    createdDaysAgo: 29.4,
    updatedDaysAgo: 9.9,
    companyName: 'Lathe & Lattice',
    ceoName: 'Dr. Hjördís Falkenrath',
    cooName: 'Ansgar Lütkemeyer-Bondi',
    industries: ['Others'],
    fundingRound: 'Seed',
    targetFundingSize: '€3M',
    targetClosingInDays: 140,
    nextMeetingDate: '90 days',
    businessIntroduction:
      'Gravity sensor on the basis of cold atoms, shrunk to the size of a washing machine, for finding voids and pipes under roads before digging. ' +
      'Spin-out of a university institute with an exclusive licence. The second prototype found 17 of 18 test cavities on a closed motorway.',
    keyBusinessNumbers:
      '€1.4M grants, one paid survey (€60k), prototype cost €310k with a path to €90k',
    comments:
      'Deep technology, long road. No score before the expert call. University wants 8% and a royalty; the royalty has to go.',
  },
  {
    owner: 'daichi',
    createdDaysAgo: 22.8,
    updatedDaysAgo: 22.5,
    companyName: 'Tripthorn',
    stage: 'Passed',
    ceoName: 'Barnaby Oxenholt',
    industries: ['In/Out bound', 'Fintech'],
    fundingRound: 'Angel',
    evaluationScore: 0,
    nextMeetingDate: 'N/A',
    businessIntroduction: 'Travel insurance that pays when it rains. No insurer behind it yet.',
    comments:
      'Sells policies without a licence and did not see a problem with that. No further contact.',
  },
  {
    owner: 'ben',
    createdDaysAgo: 16.2,
    updatedDaysAgo: 7.3,
    companyName: 'Tenderwicket',
    stage: 'Due diligence',
    ceoName: 'Philippa Groesbeek',
    cooName: 'Samson Arkhurst',
    industries: ['DX'],
    fundingRound: 'Pre-A',
    targetFundingSize: '$4M',
    targetClosingInDays: 80,
    nextMeetingDate: '30 days',
    businessIntroduction:
      'Finds public tenders that small building firms can win, fills in the forms from earlier bids and tells them the price range of past winners. ' +
      'The fee is due when the contract is won. Firms with fewer than 20 people are two thirds of the customers and had mostly never bid before.',
    keyBusinessNumbers:
      '+23% revenue a month for seven months, $37k in the last one, 410 firms, $18M of contracts won, 29% win rate against 11% in the market',
    comments:
      '- Data room opened\n- Get win rates by size of contract\n- Talk to three firms that lost',
  },
  {
    owner: 'ana',
    createdDaysAgo: 9.5,
    updatedDaysAgo: 1.9,
    companyName: 'Zephyrine Air',
    ceoName: 'Clementina Daventry',
    cooName: 'Halvard Osei-Brandt',
    cfoName: 'Inventor of the filter',
    industries: ['Others', 'IOT'],
    fundingRound: 'Seed',
    targetFundingSize: '$2.2M',
    targetClosingInDays: 25,
    nextMeetingDate: 'ASAP',
    businessIntroduction:
      'Room air sensor and filter for school classrooms that cleans itself by heating the filter at night. No consumables, which is what school ' +
      'districts hate most. One district has equipped 220 rooms and measured 18% fewer sick days.',
    keyBusinessNumbers:
      '220 rooms live, 1,450 ordered, price $690, unit cost $370, deliveries start in about two months',
    comments:
      'Competing fund wants an answer soon. See the factory first. Who carries the stock for 1,450 units?',
  },
  {
    owner: 'ben',
    createdDaysAgo: 4.1,
    updatedDaysAgo: 4,
    companyName: 'Hollin Street Clinics',
    ceoName: 'Dr. Verity Amankwah-Stone',
    cooName: 'Rufus Idlewater',
    industries: ['Others'],
    fundingRound: 'CB',
    targetFundingSize: '$5M',
    targetClosingInDays: 105,
    nextMeetingDate: '30 days',
    businessIntroduction:
      'Walk-in clinics for small injuries, open from 3 pm to midnight, next to large hospitals that send their light cases over. Four clinics, each ' +
      'profitable after ten months.',
    keyBusinessNumbers:
      'Revenue $9.7M, clinic-level margin 19%, 118,000 patients a year, waiting time 14 minutes',
    comments:
      'CB for clinics five to seven. Not a venture case at first sight, the referral contracts may make it one.',
  },
  {
    owner: 'ana',
    createdDaysAgo: 0.6,
    updatedDaysAgo: 0.6,
    companyName: 'Pinwhistle',
    ceoName: 'Leocadia Fenn',
    industries: ['AI', 'Lifestyle'],
    fundingRound: 'Seed',
    targetFundingSize: '$750k',
    businessIntroduction:
      'Practice companion for children who learn an instrument: listens, slows down the hard bar and sends the teacher a two-line summary before the ' +
      'lesson. Came in through the website.',
    keyBusinessNumbers: '2,100 families on the free plan, 190 paying $8 a month',
  },
];
