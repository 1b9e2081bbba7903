export const deedOfGiftText = `This deed is dated {{today}}.

## Parties

- {{client.name}}, of {{client.address}} (the donor)
- {{ask.recipient}} (the recipient)

## The gift

The donor gives {{ask.gift}} to the recipient, absolutely and free of any condition.

{{if ask.purpose}}
The gift is made towards {{ask.purpose}}.
{{end}}

The donor declares that:

- this is a gift and not a loan, and it will not be repaid
- the donor will have no share or interest in anything bought with it, and no right to live there
- the donor is able to pay their debts, and is not making the gift to put anything out of the reach of creditors
- nobody has put the donor under pressure, and the donor has been told that they may take independent legal advice

## Signed as a deed

This document is signed as a deed by {{client.name}} in the presence of a witness, whose name, address and occupation are recorded with the signature. It takes effect when it is dated and delivered.`

export const deedOfTransferText = `This deed is dated {{today}}.

## Parties

- {{client.name}}, of {{client.address}} (the owner)
- {{ask.recipient}} (the recipient)

## The property

{{ask.property}}{{if ask.title_number}}, registered at HM Land Registry under title number {{ask.title_number}}{{end}}.

## The transfer

The owner transfers to the recipient {{ask.share}} of the owner’s beneficial interest in the property{{if ask.price}}, for {{ask.price}}, which the owner has received{{else}} as a gift{{end}}.

{{if party.lender}}
The property remains charged to {{party.lender}}, who has consented to this transfer.
{{end}}

The owner will hold the legal title on trust accordingly, and will sign whatever HM Land Registry needs to record it. This deed does not replace the Land Registry’s own form where the legal title itself is transferred.

## Signed as a deed

This document is signed as a deed by {{client.name}} in the presence of a witness, whose name, address and occupation are recorded with the signature. It takes effect when it is dated and delivered.`
