import { parentPort, workerData } from 'node:worker_threads'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import type { SealJob } from './job.ts'

/** The thread that seals: it holds the key, and reads nothing of the file but where the seal goes. */
const { ready, p12, at } = workerData as SealJob
const sealed = await new SignPdf().sign(Buffer.from(ready), new P12Signer(Buffer.from(p12)), at)
parentPort?.postMessage(new Uint8Array(sealed))
