export const reportOnTitleText = `Dear {{client.name}}

We have checked the title to {{ask.property}} for you. This report tells you what we found. Please read it with the plan, and ask us about anything that is unclear before you commit yourself.

## The property

{{ask.property}}, registered at HM Land Registry under title number {{ask.title_number}}. It is {{ask.tenure}}.

{{if party.other_side}}
The seller is {{party.other_side}}{{if party.other_sides_lawyer}}, represented by {{party.other_sides_lawyer}}{{end}}.
{{end}}

The price is {{matter.value}}.

{{if ask.lease}}
## The lease

{{ask.lease}}
{{end}}

## Rights and restrictions

{{ask.restrictions}}

## Searches

{{ask.searches}}

{{if party.lender}}
## Your mortgage

{{party.lender}} is lending you money on the security of the property. You must tell us of any change in your circumstances before completion, because it may affect the loan.
{{end}}

{{if party.giver_of_funds}}
## The gift towards the price

{{party.giver_of_funds}} is giving you part of the price. We need their identity, proof of where the money comes from, and their confirmation that it is a gift and that they will have no share in the property.
{{end}}

## What you still need to do

- Check the boundaries on the plan against what you saw. We have not visited the property.
- Ask a surveyor about the building. We have not inspected it, and this report is not a survey.
- Arrange buildings insurance from the day of exchange.

{{if matter.target_exchange}}
We are working towards exchange on {{matter.target_exchange}}{{if matter.completion}} and completion on {{matter.completion}}{{end}}. Neither date is certain until contracts are exchanged.
{{end}}

Yours sincerely

{{matter.fee_earner}}
{{firm.name}}`

export const completionText = `Dear {{client.name}}

We are pleased to confirm that your purchase of {{ask.property}} was completed on {{ask.completed_on}}. Congratulations.

## What happens now

{{if ask.keys}}
{{ask.keys}}
{{end}}

{{ask.tax}}

We will apply to HM Land Registry to register you as the owner{{if party.lender}}, and to register your mortgage with {{party.lender}}{{end}}. This can take several months. We will write to you when the registration is complete.

## What it cost

{{if matter.costs_so_far}}
Our costs so far are {{matter.costs_so_far}}{{if matter.estimate}}, against our estimate of {{matter.estimate}}{{end}}. We will send you a statement of every payment.
{{else}}
We will send you a statement of every payment.
{{end}}

## Please keep

- This letter, and the register of title that we will send you.
- Any searches and guarantees that we have sent you. You may need them when you sell.

If you have not made a will, or yours does not mention this property, please tell us and we will help.

Yours sincerely

{{matter.fee_earner}}
{{firm.name}}`

/** The letter that a firm owes each client (SRA Standards and Regulations, Code for Firms 7.1 and 8.6 to 8.11). */
export const clientCareText = `Dear {{client.name}}

Thank you for instructing {{firm.name}}. This letter is the agreement between us. Please read it, ask us about anything that is unclear, and sign it.

## Your matter

{{if matter.subject}}
You have asked us to act for you in {{matter.subject}}.{{if matter.own_words}} In your own words: “{{matter.own_words}}”{{end}}
{{else}}
You have asked us to act for you in the matter described in your client questionnaire.
{{end}}

We will confirm the scope of our work in writing once we have considered your instructions.

We do not advise on tax, or on the law of other countries, unless agreed in writing.

## Who works for you

{{matter.fee_earner}} is responsible for your matter and is the person to ask first. {{if matter.supervisor}}Your matter is supervised by {{matter.supervisor}}.{{else}}{{if firm.supervisor}}Your matter is supervised by {{firm.supervisor}}.{{else}}We will tell you in writing who supervises your matter before work begins.{{end}}{{end}} {{if firm.telephone}}You can reach us on {{firm.telephone}}{{if firm.hours}} ({{firm.hours}}){{end}}, or by sending a message in this portal.{{else}}You can reach us by sending a message in this portal.{{end}}

## What it costs

{{if firm.fees}}{{firm.fees}}{{else}}We will tell you in writing how we charge for your matter before work begins.{{end}}

{{if firm.estimate}}{{firm.estimate}}{{else}}We will give you a written estimate of our fees, VAT and payments to others, such as search fees, before work begins.{{end}} We will tell you before a cost goes beyond this estimate.

Money that you pay to us in advance is held in our client account. We pay interest on it in line with our interest policy, which we will send you on request.

## What we need from you

We are required by law to know who our clients are and where their money comes from (Money Laundering Regulations 2017). We cannot begin until we have confirmed your identity and address.

We will never change our bank details by email. If you are told otherwise, do not pay: call us on a number you already know.

## Your right to cancel

Where we have not met in person, or met away from our office, you may cancel this agreement within 14 days of signing it, without a reason and without cost, by telling us in writing. If you ask us to begin before then, you will pay for the work done until you cancel.

## If something goes wrong

Tell {{matter.fee_earner}} first, or write to {{if firm.complaints}}{{firm.complaints}}{{else}}the firm{{end}}. We will answer your complaint within eight weeks. If you are still not satisfied, you can go to the Legal Ombudsman, PO Box 6167, Slough SL1 0EH, telephone 0300 555 0333, enquiries@legalombudsman.org.uk, normally within six months of our final response and within one year of what you are complaining about.

If you are concerned about our behaviour, you can report it to the Solicitors Regulation Authority. If you disagree with a bill, you can also ask a court to assess it (Solicitors Act 1974, Part III).

## Your file and your data

We keep your file for at least six years after your matter ends. How we use your personal data is set out in our privacy notice, which is linked at the foot of every page of this portal.

Yours sincerely

{{matter.fee_earner}}
{{firm.name}}

## Your agreement

I have read this letter and agree to its terms. I would like you to act for me.`

export const deedOfGiftText = `This deed is delivered and takes effect on the date on which it has been signed and witnessed, as recorded on its evidence page.

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

This document is signed as a deed by {{client.name}} in the presence of a witness, whose name, address and occupation are recorded with the signature.`

export const deedOfTransferText = `This deed is delivered and takes effect on the date on which it has been signed and witnessed, as recorded on its evidence page.

## Parties

- {{client.name}}, of {{client.address}} (the owner)
- {{ask.recipient}} (the recipient)

## The property

{{ask.property}}{{if ask.title_number}}, registered at HM Land Registry under title number {{ask.title_number}}{{end}}.

## The transfer

The owner transfers to the recipient {{ask.share}} of the owner’s beneficial interest in the property{{if ask.price}}, for {{ask.price}}, which the owner has received{{else}} as a gift{{end}}.

{{if party.lender}}
The property remains charged to {{party.lender}}, and this transfer is subject to that charge.
{{end}}

The owner will hold the legal title on trust accordingly, and will sign whatever HM Land Registry needs to record it. This deed does not replace the Land Registry’s own form where the legal title itself is transferred.

## Signed as a deed

This document is signed as a deed by {{client.name}} in the presence of a witness, whose name, address and occupation are recorded with the signature.`
