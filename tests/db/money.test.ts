import { describe, expect, test } from 'vitest';
import { parseMoney } from '#db/money';

const read = (text: string) => {
  const money = parseMoney(text);
  return money && `${money.currency} ${money.amount}${money.isMiddle ? ' middle' : ''}`;
};

describe('amounts and currencies in a text (rule 4.29)', () => {
  test.each([
    ['$5M', 'USD 5000000'],
    ['US$ 5 mn', 'USD 5000000'],
    ['5 million usd', 'USD 5000000'],
    ['$5M CAD', 'CAD 5000000'],
    ['HK$ 3m', 'HKD 3000000'],
    ['€2,5 Mio.', 'EUR 2500000'],
    ['2.5M€', 'EUR 2500000'],
    ['3 Mrd. EUR', 'EUR 3000000000'],
    ['12.000.000 €', 'EUR 12000000'],
    ['$1.234.567,89', 'USD 1234567.89'],
    ["CHF 2'500'000", 'CHF 2500000'],
    ['1 000 000 EUR', 'EUR 1000000'],
    ['0.125M USD', 'USD 125000'],
    ['ca. 500k GBP', 'GBP 500000'],
    ['20,00,00,000 INR', 'INR 200000000'],
    ['₹20 crore', 'INR 200000000'],
    ['20 Cr INR', 'INR 200000000'],
    ['50 lakh INR', 'INR 5000000'],
    ['¥1.2亿', 'CNY 120000000'],
    ['¥5000万', 'CNY 50000000'],
    ['5000万人民币', 'CNY 50000000'],
    ['300万美元', 'USD 3000000'],
    ['¥3億', 'JPY 300000000'],
    ['￥５００万円', 'JPY 5000000'],
    ['$0', 'USD 0'],
    ['CA$5M', 'CAD 5000000'],
    ['C$5M', 'CAD 5000000'],
    ['ca. $5M', 'USD 5000000'],
    ['A$ 5M', 'AUD 5000000'],
    ['S$5M', 'SGD 5000000'],
    ['NZ$5M', 'NZD 5000000'],
    ['$1.375M', 'USD 1375000'],
    ['€2.125M', 'EUR 2125000'],
    ['USD 1.250M', 'USD 1250000'],
    ['£1.005k', 'GBP 1005'],
    ['$123.456 million', 'USD 123456000'],
    ['1,375 Mio. €', 'EUR 1375000'],
    ['¥1.375亿', 'CNY 137500000'],
    ['$1,250,000', 'USD 1250000'],
    ['1.250.000 €', 'EUR 1250000'],
    ['$1,250,000k', 'USD 1250000000'],
    ['¥1,250万', 'CNY 12500000'],
    ['₹1,375 Cr', 'INR 13750000000'],
    ['500 TEUR', 'EUR 500000'],
    ['500 T€', 'EUR 500000'],
    ['500 T EUR', 'EUR 500000'],
    ['TCHF 750', 'CHF 750000'],
    ['2,5 TEUR', 'EUR 2500'],
    ['500kEUR', 'EUR 500000'],
    ['1.5 MEUR', 'EUR 1500000'],
    ['MSEK 12', 'SEK 12000000'],
    ['k€ 500', 'EUR 500000'],
    ['Mio. € 1,5', 'EUR 1500000'],
    ['EUR m 1.5', 'EUR 1500000'],
    ['$m 3', 'USD 3000000'],
    ['EURm 12.5', 'EUR 12500000'],
    ['750 EURk', 'EUR 750000'],
    ['₹ Cr 20', 'INR 200000000'],
    ['$.5M', 'USD 500000'],
    ['.375m GBP', 'GBP 375000'],
    ['1.200.000,- EUR', 'EUR 1200000'],
    ["CHF 500'000.–", 'CHF 500000'],
  ])('the amount in %s is read', (text, money) => {
    expect(read(text)).toBe(money);
  });

  test.each([
    ['1.5-2m USD', 'USD 1750000 middle'],
    ['$5M – $7M', 'USD 6000000 middle'],
    ['€500k to 1m', 'EUR 750000 middle'],
    ['5 bis 7 Mio. EUR', 'EUR 6000000 middle'],
    ['$1.125-1.375M', 'USD 1250000 middle'],
    ['k€ 500-700', 'EUR 600000 middle'],
    ['500 - 700 TEUR', 'EUR 600000 middle'],
  ])('the range %s counts as its middle', (text, money) => {
    expect(read(text)).toBe(money);
  });

  test.each(
    [
      ['', '$', 'USD', '5M', '3-5', '20 crore'],
      ['-$5M', '$-5M', '−5M USD', '$5M-'],
      ['$5M / $10M', '$1M 2M', '$2m-1m', '1-2-3m USD', '1億2000万円'],
      ['¥5000', '¥5M', '$5M EUR', '5M ABC'],
      ['$1,375M', '1.375 Mio. €', '1,375bn USD'],
      ['1,2,3 USD', '$1.2345', '5,000,00 USD', '1.234.56,7 USD', '1e9 USD'],
      ['0.125.50 USD', '1.200 TEUR', 'TEUR 1.200', 'k€ 1.200', 'k€ 500-1m', 'm 5 USD'],
      ['5 T USD', '$5T', '5 mars', '3 mall', 'k€ 5m', '$5..5', '5 €.'],
      ['up to $5M', '$5M+', '$5M at $20M pre', 'a lot of $', '99999999999999999 USD'],
    ].flat(),
  )('%j is not clear as an amount', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('a long text without an amount is read at once', () => {
    const start = performance.now();
    for (const part of ['1', '1 ', '1.', '$', '-', 'm', '1,1', '1m-'])
      parseMoney(part.repeat(100 / part.length));
    expect(performance.now() - start).toBeLessThan(100);
  });
});
