import '../frame/signedIn.ts'
import { is } from '#shared/engine/is.ts'
import { Job } from '#shared/engine/jobs/jobCalls.ts'
import { onStreamLost } from './whileVisible.ts'

/**
 * Reports a job's progress until the returned function is called. Calls `lost` if the browser
 * doesn't reconnect the stream.
 */
export function listenToJob(id: number, hear: (job: Job) => void, lost: () => void): () => void {
  const stream = new EventSource(`/api/jobs/${id}/events`)
  const heard = ({ data }: MessageEvent) => {
    const job: unknown = JSON.parse(String(data))
    if (is(job, Job)) hear(job)
  }
  stream.addEventListener('progress', heard)
  stream.addEventListener('end', heard)
  onStreamLost(stream, lost)
  return () => stream.close()
}
