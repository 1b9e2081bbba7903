/** The letter that a firm owes each client (SRA Standards and Regulations, Code for Firms 7.1 and 8.6 to 8.11). */
export const clientCareText = `Dear {{client.name}}

Thank you for instructing {{firm.name}}. This letter and our terms of business are the agreement between us. Please read it, ask us about anything that is unclear, and sign it.

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

We keep your file for at least six years after your matter ends, and then destroy it. How we use your personal data is set out in our privacy notice, which is linked at the foot of every page of this portal.

Yours sincerely

{{matter.fee_earner}}
{{firm.name}}

## Your agreement

I have read this letter and agree to its terms. I would like you to act for me.`
