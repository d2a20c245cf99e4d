import type { User } from '../schema';

/** The named cast of the demo and the tests. Every person and company is invented. */

export interface SeedUser extends Pick<
  User,
  'email' | 'firstName' | 'lastName' | 'role' | 'isAdmin' | 'approvalStatus' | 'group'
> {
  key:
    | 'maren'
    | 'tomas'
    | 'ana'
    | 'ben'
    | 'chiara'
    | 'daichi'
    | 'nameless'
    | 'pia'
    | 'quentin'
    | 'rolf';
  password: string;
  /** Role that the console prints beside a suggested login. */
  shown?: string;
}

export const SEED_USERS: SeedUser[] = [
  {
    key: 'maren',
    email: 'maren@demo.example',
    password: 'demo-maren-2026',
    firstName: 'Maren',
    lastName: 'Holt',
    role: 'admin',
    isAdmin: true,
    approvalStatus: 'approved',
    group: 'CCBI',
    shown: 'administrator',
  },
  {
    key: 'tomas',
    email: 'tomas@demo.example',
    password: 'demo-tomas-2026',
    firstName: 'Tomas',
    lastName: 'Rivera',
    role: 'manager',
    isAdmin: false,
    approvalStatus: 'approved',
    group: 'CCIA',
    shown: 'manager',
  },
  {
    key: 'ana',
    email: 'ana@demo.example',
    password: 'demo-ana-2026',
    firstName: 'Ana',
    lastName: 'Lindqvist',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'approved',
    group: 'CCBI',
    shown: 'analyst',
  },
  {
    key: 'ben',
    email: 'ben@demo.example',
    password: 'demo-ben-2026',
    firstName: 'Ben',
    lastName: 'Okafor',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'approved',
    group: 'CCIA',
  },
  {
    key: 'chiara',
    email: 'chiara@demo.example',
    password: 'demo-chiara-2026',
    firstName: 'Chiara',
    lastName: 'Conti',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'approved',
    group: 'Alibaba',
  },
  {
    key: 'daichi',
    email: 'daichi@demo.example',
    password: 'demo-daichi-2026',
    firstName: '大地',
    lastName: '森',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'approved',
    group: 'OnBS',
  },
  {
    key: 'nameless',
    email: 'nameless@demo.example',
    password: 'demo-nameless-2026',
    firstName: null,
    lastName: null,
    role: 'user',
    isAdmin: false,
    approvalStatus: 'approved',
    group: 'CCBI',
  },
  {
    key: 'pia',
    email: 'pia@demo.example',
    password: 'demo-pia-2026',
    firstName: 'Pia',
    lastName: 'Vestergren',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'pending',
    group: 'CCBI',
  },
  {
    key: 'quentin',
    email: 'quentin@demo.example',
    password: 'demo-quentin-2026',
    firstName: 'Quentin',
    lastName: 'Ashdale',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'pending',
    group: 'CCBI',
  },
  {
    key: 'rolf',
    email: 'rolf@demo.example',
    password: 'demo-rolf-2026',
    firstName: 'Rolf',
    lastName: 'Tannhauer',
    role: 'user',
    isAdmin: false,
    approvalStatus: 'rejected',
    group: 'CCBI',
  },
];
