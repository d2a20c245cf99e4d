import { describe, expect, test } from 'vitest';
import { computeCompanyKey } from '~/domain/deal/company-key';

/** Each line holds spellings of one company. */
const SPELLINGS = `
  acme | Acme | ACME | acme | ＡＣＭＥ | Ac\u00adme | Acme™ | Acme® | "Acme" | The Acme
  Acme | Acme Ltd | Acme Ltd. | Acme, Ltd | ACME LIMITED | Acme Co., Ltd. | Acme Co.,Ltd
  Acme | Acme Inc | Acme, Inc. | Acme Incorporated | Acme Corp. | Acme Corporation
  Acme | Acme Co | Acme & Co. | Acme Company | The Acme Company, Inc. | Acme and Co
  Acme | Acme LLC | Acme L.L.C. | Acme LLP | Acme PLC | Acme plc. | Acme L P
  Acme | Acme GmbH | Acme G.m.b.H. | Acme gGmbH | Acme GmbH & Co. KG | Acme AG | Acme SE
  Acme | Acme UG (haftungsbeschränkt) | Acme KG | Acme KGaA | Acme OHG
  Acme | Acme SA | Acme S.A. | Acme SAS | Acme S.A.S. | Acme SARL | Acme S.à r.l.
  Acme | Acme SpA | Acme S.p.A. | Acme Srl | Acme S.R.L. | Acme SA de CV
  Acme | Acme BV | Acme B.V. | Acme NV | Acme N.V. | Acme BVBA
  Acme | Acme AB | AB Acme | Acme AS | Acme A/S | Acme ASA | Acme Oy | Oy Acme Ab | Acme Oyj
  Acme | Acme ApS | Acme Pty | Acme Pty Ltd | Acme Pte. Ltd. | Acme Private Limited | Acme KK
  Acme | Acme K.K. | Acme Sdn. Bhd. | PT Acme Tbk | Acme Sp. z o.o. | Acme s.r.o. | Acme Ltda.
  メルカリ | 株式会社メルカリ | メルカリ株式会社 | (株)メルカリ | メルカリ（株） | ㈱メルカリ | ﾒﾙｶﾘ 株式会社
  ガンホー | ｶﾞﾝﾎｰ | 株式会社ガンホー | カ\u3099ンホー | 有限会社ガンホー | 合同会社ガンホー | ㈲ガンホー
  Acme | Acme株式会社 | 株式会社 Acme | 株式会社Acme Inc.
  字节跳动 | 字节跳动有限公司 | 字节跳动股份有限公司 | 字节跳动有限责任公司 | 字节跳动（有限公司）
  카카오 | 주식회사 카카오 | 카카오주식회사 | (주)카카오 | ㈜ 카카오 | 카카오(주) | 카카오 유한회사
  กรุงเทพ | บริษัท กรุงเทพ จำกัด | บริษัทกรุงเทพจำกัด (มหาชน)
  Яндекс | ООО «Яндекс» | ЯНДЕКС
  Café Société | CAFE SOCIETE | Cafe\u0301 Socie\u0301te\u0301 SAS
  Straße | STRASSE | STRAẞE | Strasse GmbH
  Søren Øl | Soren Ol | SØREN ØL A/S
  Istanbul | İSTANBUL | ıstanbul | İstanbul A.Ş.
  ΣΟΦΟΣ | σοφος | Σοφός ΑΕ
  eToro | e-Toro | E Toro | e_toro | e.toro
  Levi's | Levis | Levi’s Inc.
  Johnson & Johnson | Johnson and Johnson | JOHNSON&JOHNSON | Johnson ＆ Johnson
  Company | company | The Company | Company Ltd | COMPANY, Inc.
  AG | ag | AG Ltd
  Ltd | LTD.
  The | THE
  🚀 | 🚀
`;

describe('company keys (rule 16.80)', () => {
  test('spellings of one company have one key', () => {
    for (const line of SPELLINGS.trim().split('\n')) {
      const [name, ...others] = line.trim().split(' | ');
      for (const other of [...others, ` ${name} `])
        expect(computeCompanyKey(other), other).toBe(computeCompanyKey(name!));
    }
  });

  test('different companies have different keys', () => {
    const names = [
    'Acme', 'Acme Labs', 'Acme 2', 'Acne', 'Limited Run', 'Company of Heroes', 'AG Labs', 'Company', 'Limited', 'AG', 'SE',
    'Co', 'The', 'ガンホー', 'カンホー', 'ハハ', 'パパ', 'ババ', '深圳', '深川', '有限会社', '株式会社', 'दिल', 'दल', 'กา', 'ก',
    'دبي', 'Ж', '!!!', '???', '🚀', '🎉', '—', 'Incorta', 'Cohere', 'Theranos', 'Sagas', 'Agora',
  ]; // prettier-ignore
    expect(new Set(names.map(computeCompanyKey)).size).toBe(names.length);
  });

  test('a text of many thousand legal forms has a key', () => {
    expect(computeCompanyKey(`Acme ${'Ltd '.repeat(20_000)}`)).toBe('acme');
    expect(computeCompanyKey(`${'AB '.repeat(20_000)}Acme`)).toBe('acme');
  });

  test('no storable name has an empty key', () => {
    const marks = ['.', '™', "'", '\u200d', '&', 'é', '\u0301'];
    const names = ['Ltd', 'Co., Ltd.', '株式会社', '(株)', ...marks];
    for (const name of names) expect(computeCompanyKey(name), name).not.toBe('');
    expect(computeCompanyKey('')).toBe('');
  });
});
