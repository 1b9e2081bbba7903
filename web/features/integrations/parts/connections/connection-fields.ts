import type { ConnectionName } from '#contract/connections.ts'

interface ConnectionField {
  name: string
  label: string
  hint?: string
  optional?: boolean
  kind?: 'secret' | 'choice' | 'area' | 'file'
  choices?: readonly { value: string; label: string; hint?: string }[]
  type?: 'email' | 'url'
}

interface ConnectionWords {
  title: string
  /** Says what the connection is for, in two sentences. */
  lead: string
  fields: readonly ConnectionField[]
  /** Initial values of the fields that are not blank at first. */
  start: Record<string, string>
}

/** Texts and fields of each connection, from which its card and form are rendered. */
export const connectionWords: Record<ConnectionName, ConnectionWords> = {
  mail: {
    title: 'Email',
    lead: "Sends the portal's emails through your own mail server (SMTP). Until you connect one, emails stay in the outbox and nobody receives them.",
    start: { port: '587', security: 'starttls' },
    fields: [
      { name: 'host', label: 'Server', hint: 'Its name or IP address, such as mail.example.co.uk' },
      { name: 'port', label: 'Port', hint: 'Usually 587 for STARTTLS, or 465 for TLS from the start' },
      {
        name: 'security',
        label: 'Encryption',
        kind: 'choice',
        choices: [
          {
            value: 'starttls',
            label: 'STARTTLS',
            hint: "Nothing is sent if the server doesn't offer it, unless it's on the portal's own machine.",
          },
          { value: 'tls', label: 'TLS from the start' },
          {
            value: 'optional',
            label: 'STARTTLS if offered',
            hint: 'Only for a mail server on your own network: anyone on the way could read emails.',
          },
        ],
      },
      { name: 'user', label: 'User name', optional: true, hint: 'Leave blank if it asks for none.' },
      { name: 'password', label: 'Password', kind: 'secret', optional: true },
      {
        name: 'from',
        label: 'Sender',
        type: 'email',
        hint: 'The address emails are sent from. Set SPF and DKIM for its domain.',
      },
    ],
  },
  files: {
    title: 'File storage',
    lead: "Keeps documents in a bucket of Amazon S3 or a compatible service instead of the data folder. They're encrypted before they leave the portal, and the keys stay here.",
    start: { region: 'eu-west-2', newFiles: 'bucket' },
    fields: [
      { name: 'bucket', label: 'Bucket', hint: 'It has to exist already, and should be private.' },
      {
        name: 'endpoint',
        label: 'Endpoint',
        type: 'url',
        optional: true,
        hint: "Such as https://s3.example.co.uk. Leave blank for Amazon's own.",
      },
      { name: 'region', label: 'Region', hint: 'Such as eu-west-2. Many compatible services use us-east-1.' },
      {
        name: 'prefix',
        label: 'Prefix',
        optional: true,
        hint: 'For a bucket that holds other things too, such as portico/',
      },
      {
        name: 'accessKey',
        label: 'Access key',
        optional: true,
        hint: "Leave both keys blank to use this machine's own role at Amazon.",
      },
      { name: 'secretKey', label: 'Secret key', kind: 'secret', optional: true },
      {
        name: 'newFiles',
        label: 'New files go to',
        kind: 'choice',
        choices: [
          { value: 'bucket', label: 'The bucket' },
          {
            value: 'folder',
            label: 'The data folder',
            hint: 'Choose this before you move files back. Files in the bucket are still read.',
          },
        ],
      },
    ],
  },
  scanner: {
    title: 'Virus scanner',
    lead: 'Has ClamAV check every upload before anyone can open it. Without it, the portal refuses harmful files it recognises, but nothing is scanned for viruses.',
    start: {},
    fields: [
      {
        name: 'address',
        label: 'Address of clamd',
        hint: 'Such as 127.0.0.1:3310, or the path of its socket, such as /run/clamav/clamd.ctl',
      },
    ],
  },
  timeStamps: {
    title: 'Time stamps',
    lead: 'Has an independent authority confirm when each document was sealed. It receives a digest of the sealed file, never the document or a name.',
    start: {},
    fields: [
      {
        name: 'url',
        label: 'Address',
        type: 'url',
        hint: 'Where the authority answers (RFC 3161), such as https://tsa.example.co.uk/stamp',
      },
      { name: 'user', label: 'User name', optional: true, hint: 'Leave blank if it asks for none.' },
      { name: 'password', label: 'Password', kind: 'secret', optional: true },
      {
        name: 'certificates',
        label: 'Certificates',
        kind: 'area',
        optional: true,
        hint: "The authority's certificate or its issuer's (PEM). No other is then accepted. Needed for an address with http://",
      },
    ],
  },
  seal: {
    title: 'Seal certificate',
    lead: "Seals signed documents with your firm's own certificate, so PDF readers show your firm's name. Without it, the portal uses a certificate it made itself.",
    start: {},
    fields: [
      {
        name: 'certificate',
        label: 'Certificate file',
        kind: 'file',
        hint: 'A PKCS#12 file (.p12 or .pfx) for document signing, with its private key and issuers.',
      },
      { name: 'password', label: 'Password of the file', kind: 'secret', optional: true },
    ],
  },
  model: {
    title: 'Language model',
    lead: "Lets a language model write the assistant's answers from your articles and the client's own file. Without it, or when it doesn't respond, the built-in assistant answers.",
    start: { kind: 'openai' },
    fields: [
      {
        name: 'kind',
        label: 'Kind',
        kind: 'choice',
        choices: [
          { value: 'openai', label: 'OpenAI-compatible', hint: 'Such as Ollama, vLLM or a hosted service.' },
          { value: 'anthropic', label: 'Anthropic' },
        ],
      },
      {
        name: 'url',
        label: 'Address',
        type: 'url',
        optional: true,
        hint: "Such as http://127.0.0.1:11434/v1. Leave blank for Anthropic's own.",
      },
      { name: 'model', label: 'Model', hint: 'Its name, exactly as the service gives it' },
      { name: 'key', label: 'API key', kind: 'secret', optional: true },
    ],
  },
}
