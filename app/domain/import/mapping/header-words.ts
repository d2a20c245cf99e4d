/** Headers of deal fields, the most common first; compared only by letters and digits. */
export const HEADER_WORDS = parseWordLists({
  companyName: `
    Company, Startup, Company / Startup, Organisation, Organization, Name, Startup name,
    Organisation name, Organization name, Portfolio company, Business name, Deal, Deal name,
    Account, Account name, Opportunity, 公司, 公司名称, 公司名, 企业, 企业名称, 项目, 项目名称,
    公司名稱, 会社, 会社名, 企業, 企業名, 社名, スタートアップ, Firma, Firmenname, Unternehmen,
    Unternehmensname, Gesellschaft`,
  ceoName: `
    CEO name, Founder, Founders, Founder name, Founder(s), Founder / CEO, CEO / Founder, Co-founder,
    Co-founders, Founding team, Chief executive officer, Managing director, Contact, Contact name,
    Contact person, 创始人, 首席执行官, 总裁, 负责人, 联系人, 創業者, 代表, 代表者, 代表取締役,
    社長, Gründer, Gründerin, Geschäftsführer, Geschäftsführung, Ansprechpartner`,
  cooName: `
    COO, CFO, COO/CFO, COO name, CFO name, Chief operating officer, Chief financial officer,
    首席运营官, 首席财务官, 财务总监, 最高執行責任者, 最高財務責任者, Finanzvorstand, Finanzchef`,
  cfoName: `
    Visitors, Other visitor, Attendees, Participants, Other attendees, Other contacts, Team members,
    参会人, 其他来访者, 来访者, 参加者, 出席者, その他の訪問者, Besucher, Weitere Besucher,
    Teilnehmer, CFO`,
  industries: `
    Industry, Sector, Sectors, Vertical, Verticals, Category, Categories, Field, Domain, Segment,
    Tags, Industry / Sector, 行业, 产业, 领域, 赛道, 行業, 業界, 業種, 分野, 産業, Branche,
    Branchen, Sektor, Industrie`,
  businessIntroduction: `
    Business introduction, Description, Company description, Product, Service, Pitch, One-liner,
    One liner, One line pitch, Elevator pitch, Introduction, Intro, Summary, About, Overview,
    What they do, Business model, Product / Service, Business, Business description, 简介, 公司简介,
    业务介绍, 产品, 产品/服务, 描述, 业务, 事業内容, 概要, 説明, サービス, 製品, Beschreibung,
    Kurzbeschreibung, Geschäftsmodell, Produkt, Produkt/Dienstleistung, Tätigkeit`,
  keyBusinessNumbers: `
    Key business numbers, KPIs, KPI, Metrics, Key metrics, Key numbers, Numbers, Traction,
    Financials, Revenue, ARR, MRR, 关键指标, 业务数据, 指标, 营收, 主要指標, 業績, 数値, 売上,
    Kennzahlen, Kennzahl, Umsatz, Zahlen`,
  fundingRound: `
    Round, Stage, Series, Funding stage, Investment stage, Investment round, Financing round,
    Round / Stage, Stage / Round, Company stage, 轮次, 融资轮次, 阶段, 投资阶段, ラウンド,
    調達ラウンド, 資金調達ラウンド, ステージ, シリーズ, Runde, Finanzierungsrunde, Phase`,
  targetFundingSize: `
    Ask, Raise, Raising, Deal size, Round size, Funding size, Amount, The ask, Target size,
    Target raise, Target amount, Raise amount, Amount raising, Funding amount, Funding, Funding ask,
    Funding target, Investment, Ticket, Ticket size, Size, 融资金额, 融资额, 目标融资, 募资金额,
    金额, 調達額, 調達金額, 調達希望額, 希望調達額, 金額, Kapitalbedarf, Betrag,
    Finanzierungsvolumen, Finanzierungsbedarf, Volumen, Summe, Zielgröße, Zielsumme, 融资规模,
    目标规模, 目标融资金额, 目标融资额`,
  targetClosingDate: `
    Closing date, Close date, Close, Closing, Target close, Target closing, Target close date,
    Expected close, Expected close date, Expected closing, Expected closing date, Deadline,
    交割日期, 预计交割日, 截止日期, 关闭日期, クロージング, クロージング日, クロージング予定日,
    締切, 期日, Abschluss, Abschlussdatum, Zieldatum, Geplanter Abschluss, 目标交割日期,
    目标交割日`,
  evaluationScore: `
    Evaluation score, Rating, Overall score, Points, Grade, Total score, Our score, Initial score,
    Initial evaluation score, 评分, 得分, 分数, 打分, スコア, 評価, 点数, 評点, Bewertung, Punkte`,
  nextMeetingDate: `
    Next meeting date, Next step, Next steps, Follow-up, Followup, Meeting, Next action,
    Next contact, Next call, 下次会议, 下次会面, 下一步, 跟进, 会议, 次回面談, 次回ミーティング,
    次のステップ, フォローアップ, 面談, Nächstes Treffen, Nächster Termin, Nächster Schritt,
    Nächste Schritte, Termin, Wiedervorlage`,
  comments: `
    Comment, Notes, Note, Remarks, Remark, Feedback, Internal notes, Memo, 备注, 评论, 意见, 说明,
    備考, コメント, メモ, Kommentar, Kommentare, Notizen, Notiz, Anmerkung, Anmerkungen, Bemerkung,
    Bemerkungen`,
  owner: `
    Email of owner, Owner's email, Owner e-mail, Deal owner, Deal owner email, Owner, Assigned to,
    Responsible, Lead, Deal lead, 负责人邮箱, 担当者, 担当者メール, Verantwortlich, Zuständig`,
  currency: `
    Currency, Deal currency, Currency code, Amount currency, 币种, 货币, 幣種, 通貨, Währung, Devise,
    Moneda, Valuta`,
  reference: 'Ref, Deal reference',
  contactRole: 'Contact role, Role of contact, Contact title',
  contactEmail: 'Contact email, Email of contact, CEO email, Founder email, 联系邮箱',
  contactPhone: 'Contact phone, Phone of contact, Contact number, 联系电话',
  contactLink: 'Contact link, Contact LinkedIn, LinkedIn of contact',
  contactNote: 'Contact note, Contact notes, Note on contact',
});

/** Headers of a contact that may also name the CEO, which takes precedence. */
export const CONTACT_NAME_WORDS = parseWordLists({
  contactName: `
    Contact, Contact name, Contact person, 联系人, Main contact, Name of contact, 担当者名,
    Ansprechpartner, Kontakt, Kontaktperson`,
});

/** Headers of contact details, used only beside a column that names a contact. */
export const CONTACT_DETAIL_HEADERS = parseWordLists({
  contactRole: 'Role, Job title, Position, 职位, 职务, 役職, Funktion, Rolle',
  contactEmail: `
    Email, E-mail, Email address, E-Mail-Adresse, Mail, 邮箱, 电子邮箱, 邮件, メール, メールアドレス`,
  contactPhone: `
    Phone, Phone number, Telephone, Tel, Mobile, Cell, 电话, 手机, 電話, 電話番号, Telefon,
    Telefonnummer, Handy, Mobil`,
});

/** Headers that may mean something else, and French and Spanish ones; they count only where `guessTargets` is loose. */
export const LOOSE_HEADERS = parseWordLists({
  stage: `
    Status, Deal status, Deal stage, Pipeline stage, Pipeline status, Current status, Stand,
    Bearbeitungsstand, Statut, Étape, Etape, Statut du dossier, Estado, Etapa, Estatus, 状态, 狀態,
    项目状态, 进展, 当前状态`,
  owner: `
    Owner name, Responsible person, Account owner, Assignee, Handled by, Betreuer,
    Betreuerin, Verantwortliche, Verantwortlicher, Zuständige Person, Responsable, Propriétaire,
    Chargé du dossier, Encargado, Propietario, A cargo de, 投资经理, 跟进人, 项目负责人, 经办人, 负责人`,
  companyName: `
    Société, Entreprise, Nom de la société, Nom de l’entreprise, Jeune pousse, Empresa, Compañía,
    Sociedad, Nombre de la empresa, Nombre de la compañía`,
  ceoName: `
    Fondateur, Fondatrice, Fondateurs, Fondateur(s), Dirigeant, Directeur général, PDG, Fundador,
    Fundadora, Fundadores, Fundador(es), Director general, Director ejecutivo`,
  industries: 'Secteur, Secteurs, Secteur d’activité, Sectores, Sector de actividad, Industria',
  businessIntroduction: `
    Présentation, Résumé, Activité, Produit, Produit/Service, Descripción, Resumen, Presentación,
    Actividad, Producto, Producto/Servicio`,
  keyBusinessNumbers: `
    Chiffres clés, Indicateurs, Indicateurs clés, Chiffre d’affaires, Cifras clave, Indicadores,
    Indicadores clave, Ingresos, Métricas`,
  fundingRound: `
    Tour, Tour de table, Tour de financement, Ronda, Ronda de financiación, Ronda de inversión`,
  targetFundingSize: `
    Montant, Montant recherché, Montant de la levée, Levée, Besoin de financement, Importe, Monto,
    Importe buscado, Monto buscado, Cantidad, Necesidad de financiación`,
  targetClosingDate: `
    Date de closing, Date de clôture, Clôture, Clôture prévue, Fecha de cierre, Cierre, Cierre
    previsto`,
  evaluationScore: 'Note globale, Évaluation, Puntuación, Puntaje, Evaluación, Valoración',
  nextMeetingDate: `
    Prochain rendez-vous, Prochaine réunion, Prochain RDV, Próxima reunión, Siguiente reunión,
    Próxima cita`,
  comments: `
    Commentaires, Commentaire, Remarques, Remarque, Comentarios, Comentario, Observaciones, Notas`,
});

export const LOOSE_CONTACT_HEADERS = parseWordLists({
  contactPhone: `
    Phone, CEO phone, Founder phone, Phone no, Telefonnr, Rufnummer, Téléphone, Tél, Numéro de
    téléphone, Portable, Teléfono, Número de teléfono, Móvil, 联系方式, 手机号, 电话号码`,
  contactLink: `
    LinkedIn, LinkedIn URL, LinkedIn profile, LinkedIn link, CEO LinkedIn, Founder LinkedIn,
    LinkedIn-Profil, Profil LinkedIn, Perfil de LinkedIn, 领英, 领英链接`,
});

/** Headers of common custom fields. A standard field that is free takes its own first, such as 'Next step'. */
export const CUSTOM_FIELD_HEADERS = parseWordLists({
  website: `
    Website, Web site, Homepage, Web, URL, Company website, Webseite, Internetseite, Internet,
    Site web, Site internet, Site, Sitio web, Página web, 网站, 网址, 官网, 公司网站`,
  headquarters: `
    HQ, HQ City, HQ location, Headquarters, Headquarter, Head office, City, Location, Sitz,
    Hauptsitz, Firmensitz, Standort, Stadt, Ort, Siège, Siège social, Ville, Sede, Sede central,
    Ciudad, 总部, 总部所在地, 总部城市, 城市, 所在地`,
  country: `
    Country, HQ country, Country of incorporation, Land, Staat, Pays, País, 国家, 国家/地区, 国别`,
  founded: `
    Founded, Founded in, Founded year, Year founded, Founding year, Founding date, Foundation
    year, Year of foundation, Established, Inception, Gegründet, Gegründet im Jahr,
    Gründungsjahr, Gründung, Fondée en, Fondée, Année de création, Date de création, Création,
    Fundada, Fundada en, Año de fundación, Fundación, 成立时间, 成立年份, 成立日期, 创立时间`,
  source: `
    Source, Deal source, Lead source, Sourced from, Channel, Quelle, Herkunft, Dealquelle, Kanal,
    Origine, Provenance, Source du dossier, Fuente, Origen, 来源, 项目来源, 渠道`,
  introducedBy: `
    Intro by, Introduced by, Introduction by, Intro from, Referred by, Referral, Referrer,
    Referral source, Vermittelt durch, Vermittelt von, Empfohlen von, Vorgestellt von, Intro von,
    Introduit par, Présenté par, Recommandé par, Presentado por, Recomendado por, Referido por,
    介绍人, 推荐人, 引荐人`,
  nextStep: `
    Next step, Next steps, Next action, Next actions, Nächster Schritt, Nächste Schritte,
    Prochaine étape, Prochaines étapes, Próximo paso, Próximos pasos, Siguiente paso, 下一步,
    下一步行动, 后续步骤`,
});

export const COMPUTED_HEADERS = {
  deals: ['Created', 'Last Updated', 'Group'],
  evaluations: ['Overall score', 'Mean of all criteria'],
};

/** Headers without a field, which show that a row has column names. */
export const OTHER_HEADERS = `
  Reason, Reasons, Date, Result, Outcome, Decision, Valuation, Grund, Datum, Ergebnis, Entscheidung,
  Raison, Motif, Motivo, Fecha, 原因, 日期, 結果, 理由, 日付`
  .trim()
  .split(/,\s+/);

function parseWordLists(texts: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(texts).map(([target, text]) => [target, text.trim().split(/,\s+/)]),
  );
}
