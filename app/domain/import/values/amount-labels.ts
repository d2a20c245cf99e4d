export const FACTOR_LABELS: Record<number, string> = {
  1: 'as written',
  1e3: 'thousand',
  1e6: 'million',
  1e9: 'billion',
  1e4: '万',
  1e8: '亿',
  1e5: 'lakh',
  1e7: 'crore',
};

export const CURRENCY_CODES =
  'USD EUR GBP CNY JPY INR KRW CHF CAD AUD NZD SGD HKD TWD ILS SEK NOK DKK PLN BRL AED'.split(' ');
