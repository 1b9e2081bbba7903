import type { Asked } from './question.ts'

const file = (question: string, facts: string, action?: string): Asked => ({
  question,
  by: 'midway',
  expects: action === undefined ? { facts } : { facts, action },
})

/** What is asked of the client's own file. */
export const ownFile: Asked[] = [
  file('What do I still have to do?', 'tasks', 'Pay £342.50'),
  file('what is left', 'tasks'),
  file('how far am I', 'tasks'),
  file('am i done yet', 'tasks'),
  file('what should I do next', 'tasks'),
  file('how much do I have to pay', 'payments', 'Pay £342.50'),
  file('what do I owe you', 'payments', 'Pay £342.50'),
  file('have you received my payment', 'payments'),
  file('which documents have I uploaded', 'documents'),
  file('was my bank statement accepted', 'documents'),
  file('why was my document not accepted', 'documents'),
  file('what is wrong with my proof of address', 'documents'),
  file('when is my appointment', 'appointments'),
  file('do i have any meetings coming up', 'appointments'),
  file('do I have to sign anything', 'signatures', 'Read and sign'),
  file("what's happening with my case", 'cases'),
  file('any news on my purchase', 'cases'),
  file('whose turn is it', 'cases'),
  file('do I have new messages', 'messages'),
  file('has my solicitor written to me', 'messages'),
  { question: 'what do I still have to do', by: 'fresh', expects: { facts: 'tasks' } },
  {
    question: 'do I have an appointment',
    by: 'fresh',
    expects: { facts: 'appointments', action: 'Book an appointment' },
  },
]
