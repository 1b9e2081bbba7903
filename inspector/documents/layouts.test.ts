import { expect, test } from 'vitest'
import { inspect } from '../inspect.ts'
import { wordsOf } from '../read/names.ts'
import { bills } from '../testing/layouts/bills.ts'
import { later } from '../testing/layouts/later.ts'
import type { Layout } from '../testing/layouts/layout.ts'
import { lifelikeBills } from '../testing/layouts/lifelike-bills.ts'
import { lifelikeStatements } from '../testing/layouts/lifelike-statements.ts'
import { statements } from '../testing/layouts/statements.ts'
import { drawPdf } from '../testing/paper.ts'
import { adaeze } from '../testing/specimens/holders.ts'

const layouts = { ...bills, ...statements, ...later, ...lifelikeBills, ...lifelikeStatements }

test.each(Object.entries<Layout>(layouts))(
  'of "%s" name, address, day, sender and sum are read as printed',
  async (_, { type, issuer, hasTotal, abroad, draw }) => {
    const address = abroad ?? adaeze.address
    const said = { name: 'Mrs Adaeze Okafor', address, date: '2026-11-05', total: '117.48' }
    const { metadata } = await inspect(await drawPdf(draw(said)), {
      expectedTypes: type === 'funds_proof' ? ['funds_proof'] : ['address_proof', 'bank_statement'],
      today: '2026-11-20',
      client: {
        firstName: 'Adaeze',
        lastName: 'Okafor',
        dateOfBirth: null,
        address: address.slice(0, -1).join(', '),
        postcode: address.at(-1) ?? null,
      },
    })
    expect(metadata).toMatchObject({ documentType: type, documentDate: said.date })
    expect(wordsOf(metadata.fullName ?? '')).toEqual(['adaeze', 'okafor'])
    const isFunds = type === 'funds_proof'
    expect(isFunds || squeezed(metadata.address)).toBe(isFunds || squeezed(address.join()))
    const [read, printed] = [squeezed(metadata.issuer), squeezed(issuer)]
    expect(printed.startsWith(read) || read.startsWith(printed)).toBe(true)
    expect(hasTotal ? metadata.total?.amount : 11_748).toBe(11_748)
  },
)

const squeezed = (text: string | null) =>
  (text ?? '')
    .replace(', United Kingdom', '')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
