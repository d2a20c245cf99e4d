import { describe, expect, test } from 'vitest';
import type { ImportCell } from '#db/schema';
import { DEAL_FIELDS, DEAL_KEYS } from '~/domain/deal-field/fields';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import {
  ATTACHMENT_COLUMNS,
  CONTACT_COLUMNS,
  findReferenceSheetKind,
  TASK_COLUMNS,
} from '~/domain/export/columns';
import { findSheet, ignoreSheetsWithoutDeals } from '~/domain/import/mapping/find-sheet';
import { listTargets } from '~/domain/import/mapping/targets';
import { optionParser } from '../../support/option-lists';

const list = (text: string) => text.split(', ');
/** Splits 'Company, Seed; Acme, A' into two rows; a blank cell is null. */
const rowsIn = (text: string): ImportCell[][] =>
  text.split(';').map((row) => row.split(',').map((cell) => cell.trim() || null));

const found = (...rows: ImportCell[][]) =>
  findSheet('Sheet1', rows, { isRound: optionParser.isRound });
const targets = (...headers: ImportCell[]) => found(headers)?.targets;
const guessFields = (headers: string) =>
  targets(...list(headers))!
    .map((target) => target ?? '-')
    .join(', ');

test('a column can hold every deal, contact, owner and reference', () => {
  expect(listTargets('deals').map(({ key }) => key)).toEqual([
    ...DEAL_KEYS,
    'stage',
    ...list('contactName, contactRole, contactEmail, contactPhone, contactLink, contactNote'),
    'currency',
    'owner',
    'reference',
    'append',
  ]);
  const criteria = CRITERIA.map(({ key }) => key);
  expect(listTargets('evaluations').map(({ key }) => key)).toEqual([
    'companyName',
    ...criteria,
    ...NOTES_KEYS,
    'reference',
  ]);
  expect(listTargets('ignored')).toEqual([]);
});

describe('contact columns (rule 25.16)', () => {
  test.each([
    ['Company, Contact', 'companyName, ceoName'],
    ['Company, CEO, Contact', 'companyName, ceoName, contactName'],
    ['Company, Contact, E-Mail', 'companyName, contactName, contactEmail'],
    ['Firma, Ansprechpartner, Telefon', 'companyName, contactName, contactPhone'],
    ['Company, Founder, Email', 'companyName, ceoName, -'],
    ['Company, Founder, Founder email', 'companyName, ceoName, contactEmail'],
    ['Company, Contact phone', 'companyName, -'],
  ])('the contact headers %s are read as %s', (headers, expected) => {
    expect(guessFields(headers)).toBe(expected);
  });
});

describe('sheets of an export (rules 25.6, 25.15 and 26.8)', () => {
  test.each([
    ['contacts', CONTACT_COLUMNS],
    ['tasks', TASK_COLUMNS],
    ['files', ATTACHMENT_COLUMNS],
  ])('the exported sheet of %s is ignored', (kind, columns: { header: string }[]) => {
    const headers = columns.map(({ header }) => header);
    expect(findReferenceSheetKind(headers)).toBe(kind);
    expect(found(headers)).toMatchObject({ holds: 'ignored' });
  });

  test.each([
    ['tasks', 'Company name, Task, Person, Day, Done'],
    ['files', 'Company name, File, Bytes, Type, SHA-256'],
  ])('a sheet of %s without a later column is ignored', (kind, headers) => {
    expect(findReferenceSheetKind(list(headers))).toBe(kind);
  });

  test.each([
    'Company name, Date, Author, Note, CEO, Funding round, Stage',
    'Company name, Task, Person, Day, Done, Industries',
    'Company name, Contact, Role, Email, Phone, Link, Note, Stage',
  ])('a list of deals with the headers of a sheet is imported: %s', (headers) => {
    expect(found(list(headers))).toMatchObject({ holds: 'deals' });
  });

  test('an exported sheet is ignored beside values without a header', () => {
    const headers = list('Company name, Date, Author, Note, Edited');
    const row = ['Acme', '2026-11-22', 'Ana', 'Met', '', 'a remark'];
    expect(found(headers, row)).toMatchObject({ holds: 'ignored' });
  });

  test('a list of deals with most contact columns is imported', () => {
    const headers = list('Company name, Contact, Role, Email, Phone, Link');
    expect(found(headers)).toMatchObject({ holds: 'deals' });
  });
});

describe('header row (rules 16.20 and 16.21)', () => {
  test.each([
    ['the first row', 'Company, Stage; Acme, Seed', 1],
    ['below a title and blank rows', 'Deals 2026; ; , ; Company, Stage; A, B', 4],
    ['below a title that is a field itself', 'Deals; Startup, Sector, Ask; A, B, C', 2],
    ['in words that nobody knows', 'Xyz, Abc; Acme, Seed', 1],
    ['a single column', 'Company; Acme', 1],
    ['not at the left', ', , Startup, Round; , , Acme, A', 1],
    ['below groups of columns', 'Company, , Contact; Name, Round, Jane, Email; A, B, C, D', 2],
    ['above words that are headers, too', 'Company, Round; Startup, Series', 1],
    ['above the numbers of a row', 'Company, Round; Deal, Series, 5', 1],
  ])('the header row is found: %s', (_, rows, headerRow) => {
    expect(found(...rowsIn(rows))?.headerRow).toBe(headerRow);
  });

  const numbers = (...rows: ImportCell[][]) => rows;
  test.each([
    ['no rows', []],
    ['numbers', numbers([1, 2], [3, 4])],
    ['a text beside a number', numbers(['Acme', 8], ['Beta', 7])],
    ['one text above others', rowsIn('Hello; Acme')],
  ])('no header row is found: %s', (_, rows) => {
    expect(found(...rows)).toBeUndefined();
  });

  test('blank and repeated headers are named by their letter', () => {
    const [head, row] = rowsIn('Company, , Notes, Notes, ; Acme, x, a, b, , , , beyond');
    const sheet = found([...head!, 5], row!);
    expect(sheet?.headers).toEqual(
      list('Company, Column B, Notes, Notes (column D), Column E, 5, Column G, Column H'),
    );
    expect(sheet?.targets.slice(0, 4)).toEqual(['companyName', null, 'comments', null]);
  });
});

describe('scales of scores (rule 16.110)', () => {
  test.each(['Score (1-5)', 'Score (out of 5)', 'Rating (%)', 'Bewertung von 5', 'Score /100'])(
    'the column %s is not taken for scores',
    (header) => {
      expect(targets(header, 'Reference')).toEqual([null, 'reference']);
    },
  );

  test.each(['Score (1-10)', 'Score /10', 'Score (out of 10)'])(
    'the column %s is taken for scores',
    (header) => {
      expect(targets(header, 'Reference')).toEqual(['evaluationScore', 'reference']);
    },
  );
});

describe('guessed fields (rules 16.22 and 16.23)', () => {
  test.each(DEAL_FIELDS.map(({ key, label, form }) => [key, label, form.label ?? label]))(
    'the field %s is guessed from its key and label %j',
    (key, ...headers) => {
      for (const header of [key, ...headers])
        expect(targets(header, 'Reference'), header).toEqual([key, 'reference']);
    },
  );

  test.each(
    Object.entries({
      companyName:
        'Startup, COMPANY, Organisation, company-name:, 公司名称, 会社名, Firma, Unternehmen',
      ceoName: 'CEO, Founder, Founders, Founder(s), Gründer, 创始人, 代表者',
      cooName: 'COO, CFO, cfo / coo, CFO/COO',
      industries: 'Sector, Vertical, industry, Branche, 行业, 業界',
      businessIntroduction:
        'Description, Pitch, One-liner, one liner, Beschreibung, 简介, 事業内容',
      keyBusinessNumbers: 'KPIs, Metrics, Kennzahlen, 关键指标, 主要指標',
      fundingRound: 'Round, Series, Stage / Round, Runde, 轮次, ラウンド',
      targetFundingSize:
        'Ask, Raise, Raising, Deal size, Ask ($M), Raise in EUR, Amount EUR, Amount USDm, Betrag in Mio. Euro, Betrag in 1.000 €, 融资金额, 目标融资金额, 調達額, 融资规模, Zielgröße',
      targetClosingDate:
        'Close, Closing, closing date, Abschluss, 交割日期, 目标交割日期, クロージング',
      evaluationScore: 'Score, Rating, Score (0-10), Bewertung, 评分, 評価',
      nextMeetingDate: 'Next step, Follow-up, follow up, Wiedervorlage, 跟进, 次回面談',
      comments: 'Notes, Comments, NOTES*, Bemerkungen, Kommentar, 备注, 備考',
      stage: 'Stage, stage',
      owner: 'Email of owner, Owner email, Owner e-mail',
    }),
  )('the field %s is guessed from %s', (key, headers) => {
    for (const header of list(headers))
      expect(targets(header, 'Reference'), header).toEqual([key, 'reference']);
  });

  test.each([
    [
      'each field once, the best guess wins',
      'Name, Company, Stage, Funding round, COO, CFO',
      '-, companyName, stage, fundingRound, cooName, cfoName',
    ],
    ['unknown columns go nowhere', 'Company, Website, Founded', 'companyName, -, -'],
    [
      'a table beside has none',
      'Company, Round, , Company, Amount',
      'companyName, fundingRound, -, -, -',
    ],
    [
      'a column without a name parts no table',
      'Company, , Name, Amount',
      'companyName, -, -, targetFundingSize',
    ],
  ])('field guesses follow a rule: %s', (_, headers, expected) => {
    expect(guessFields(headers)).toBe(expected);
  });

  test('an owner column is guessed only above emails', () => {
    const owner = (value: string) => found(['Company', 'Owner'], ['Acme', value])?.targets[1];
    expect([owner('ben@fund.example'), owner('Ben')]).toEqual(['owner', null]);
  });

  test('sheets without companies are ignored beside one with them', () => {
    const sheet = (...headers: string[]) => ({
      ...found(headers, ['a', 'b'])!,
      samples: [],
      rows: 1,
    });
    const lists = sheet('Xyz', 'Stage');
    expect(ignoreSheetsWithoutDeals([lists])).toEqual([lists]);
    expect(ignoreSheetsWithoutDeals([sheet('Company', 'Stage'), lists])).toMatchObject([
      { holds: 'deals' },
      { holds: 'ignored', targets: [null, null] },
    ]);
  });
});
