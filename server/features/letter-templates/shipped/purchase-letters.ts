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

{{if ask.restrictions}}
{{ask.restrictions}}
{{else}}
We found nothing in the title that would stop you from living in the property as a private home.
{{end}}

## Searches

{{ask.searches}}

{{if party.lender}}
## Your mortgage

{{party.lender}} is lending you money on the security of the property. You must tell us of any change in your circumstances before completion, because we act for the lender as well and must report it.
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

Congratulations. {{ask.property}} is yours: we completed the purchase on {{matter.completion}}.

## What happens now

{{if ask.keys}}
{{ask.keys}}
{{end}}

We will pay any Stamp Duty Land Tax that is due from the money you have given us, and send you the receipt. We will then apply to HM Land Registry to register you as the owner. Registration often takes several months. Nothing stops you from living in the property meanwhile.

{{if party.lender}}
Your mortgage with {{party.lender}} will be registered at the same time. They will tell you when your first payment is due.
{{end}}

## What it cost

{{if matter.costs_so_far}}
Our costs come to {{matter.costs_so_far}}{{if matter.estimate}}, against our estimate of {{matter.estimate}}{{end}}. The statement in your portal shows every payment.
{{else}}
We will send you a statement of every payment in this portal.
{{end}}

## Please keep

- This letter, and the register of title that we will send you.
- The searches and guarantees in your portal. You will need them when you sell.

If you have not made a will, or yours does not mention this property, please tell us and we will help.

Yours sincerely

{{matter.fee_earner}}
{{firm.name}}`
