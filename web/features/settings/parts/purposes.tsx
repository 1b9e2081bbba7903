import { Table } from '#web/ui/data/table.tsx'

const purposes = [
  {
    what: 'To open your account and act for you',
    right: 'Needed for our contract with you, or steps before it: Article 6(1)(b) UK GDPR',
  },
  {
    what: 'To know who you are and where your money comes from',
    right: 'Legal obligation, above all the Money Laundering Regulations 2017: Article 6(1)(c)',
  },
  {
    what: 'To take payments and keep accounts',
    right: 'Our contract, and our duties as solicitors and taxpayers: Article 6(1)(b) and (c)',
  },
  {
    what: 'To keep the portal and your documents secure',
    right: 'Our legitimate interest, and yours, in keeping others out: Article 6(1)(f)',
  },
  {
    what: 'To compare your face with your document',
    right: 'Only with your explicit consent: Articles 6(1)(a) and 9(2)(a)',
  },
  {
    what: 'To bring or defend legal claims, which may need health or other sensitive data',
    right: 'Article 6(1)(b) or (f), and Article 9(2)(f)',
  },
]

export const Purposes = () => (
  <Table
    caption="What we use your data for, and our lawful basis"
    rows={purposes}
    rowKey={({ what }) => what}
    columns={[
      { header: 'Purpose', cell: ({ what }) => <Words>{what}</Words> },
      { header: 'Lawful basis', cell: ({ right }) => <Words>{right}</Words> },
    ]}
  />
)

/** Where the rows are stacked, sentences begin below each other. */
const Words = ({ children }: { children: string }) => (
  <span className="stacked:w-[calc(100%-7rem)] stacked:flex-none">{children}</span>
)
