import { describe, expect, test } from 'vitest';
import { findSheet } from '~/domain/import/mapping/find-sheet';
import { guessTargets } from '~/domain/import/mapping/guess-targets';
import { normalizeHeader } from '~/domain/import/mapping/header';
import { CUSTOM_FIELD_HEADERS } from '~/domain/import/mapping/header-words';
import { UnknownValueCollector } from '~/domain/import/preview/unknown-values';
import { guessPerson, guessStage } from '~/domain/import/values/guess-choice';

/** Returns the name of the list in `CUSTOM_FIELD_HEADERS` that has a header, or else its field. */
function findField(header: string): string | null | undefined {
  const key = normalizeHeader(header);
  const hasHeader = (words: string[]) => words.map(normalizeHeader).includes(key);
  const custom = Object.entries(CUSTOM_FIELD_HEADERS).find(([, words]) => hasHeader(words));
  return custom?.[0] ?? guessTargets('deals', ['Company', 'CEO', header], true)[2];
}

describe('recognized headers (rule 16.104)', () => {
  test.each([
    ['stage', ['Status', 'Deal status', 'Stand', 'Statut', 'Estado', '状态']],
    ['owner', ['Owner', 'Verantwortlich', 'Responsable', 'Propietario', '跟进人']],
    ['contactPhone', ['Phone', 'Telefonnr', 'Téléphone', 'Teléfono', '手机号']],
    ['contactLink', ['LinkedIn', 'LinkedIn-Profil', 'Profil LinkedIn', '领英']],
    ['website', ['Website', 'Webseite', 'Site web', 'Sitio web', '网站']],
    ['headquarters', ['HQ', 'Hauptsitz', 'Siège social', 'Sede', '总部']],
    ['country', ['Country', 'Land', 'Pays', 'País', '国家']],
    ['founded', ['Founded', 'Gründungsjahr', 'Année de création', 'Fundada', '成立时间']],
    ['source', ['Source', 'Quelle', 'Origine', 'Fuente', '来源']],
    ['introducedBy', ['Intro by', 'Vermittelt durch', 'Introduit par', 'Presentado por', '介绍人']],
    ['nextStep', ['Next step', 'Nächster Schritt', 'Prochaine étape', 'Próximo paso', '下一步']],
  ])('the headers of %s are known in five languages', (field, headers) => {
    for (const header of headers) expect(findField(header), header).toBe(field);
  });

  test.each([
    '公司,创始人,行业,简介,轮次,融资金额,状态,负责人,备注',
    'Firma,Gründer,Branche,Beschreibung,Runde,Zielgröße,Status,Verantwortlich,Bemerkungen',
    'Société,Fondateur,Secteur,Activité,Tour,Montant,Statut,Responsable,Commentaires',
    'Empresa,Fundador,Sector,Descripción,Ronda,Importe,Estado,Responsable,Comentarios',
  ])('the headers %s are recognized', (headers) => {
    expect(guessTargets('deals', headers.split(','), true)).toEqual([
      'companyName',
      'ceoName',
      'industries',
      'businessIntroduction',
      'fundingRound',
      'targetFundingSize',
      'stage',
      'owner',
      'comments',
    ]);
  });

  test.each([
    ['7,5', 'evaluationScore', 'comments'],
    ['8/10', 'evaluationScore', 'comments'],
    ['Met them', 'comments', null],
  ])('a Note of %s is taken as %s', (value, note, comments) => {
    const rows = [
      ['Société', 'Note', 'Commentaires'],
      ['Acme', value, 'x'],
    ];
    expect(findSheet('Deals', rows, { isLoose: true })!.targets).toEqual([
      'companyName',
      note,
      comments,
    ]);
  });

  test('requests recognize only what they always did', () => {
    expect(guessTargets('deals', ['Company', 'CEO', 'Status', 'LinkedIn'])).toEqual([
      'companyName',
      'ceoName',
      null,
      null,
    ]);
  });
});

describe('suggested choices (rule 16.103)', () => {
  const stages = {
    names: ['New', 'Invested', 'Passed'],
    closed: ['Invested', 'Passed'],
    reasons: ['Team', 'Too early'],
  };

  test.each([
    ['Passed - team', { do: 'close', stage: 'Passed', reason: 'Team' }],
    ['passed (too early)', { do: 'close', stage: 'Passed', reason: 'Too early' }],
    ['Invested!!', { do: 'set', to: 'Invested' }],
    ['Passed - odd founders', undefined],
    ['DD', undefined],
  ])('the stage %s is suggested only if it is certain', (text, choice) => {
    expect(guessStage(text, stages)).toEqual(choice);
  });

  test('initials suggest a person only if one has them', () => {
    const [ana, ben, anton] = ['Ana Berger', 'Ben Kaya', 'Anton Bloch'].map((name, i) => ({
      id: String(i),
      name,
      email: `${i}@demo.example`,
    }));
    expect(guessPerson('bk', [ana!, ben!])).toEqual({ do: 'set', to: ben!.email });
    expect(guessPerson('AB', [ana!, anton!])).toBeUndefined();
  });
});

test('unknown values are counted up to a limit', () => {
  const collector = new UnknownValueCollector();
  for (let n = 0; n < 30_000; n++)
    collector.add('stage', 'Status', { text: n % 2 ? 'Often' : `Once ${n}`, reason: 'is unknown' });
  const [field] = collector.list();
  expect(field!.values[0]).toMatchObject({ text: 'Often', cells: 15_000 });
  expect([field!.values.length, field!.moreCells]).toEqual([50, 15_000 - 49]);
});
