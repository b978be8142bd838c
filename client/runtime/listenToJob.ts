import { is } from '#shared/engine/is.ts'
import { Job } from '#shared/engine/jobs/jobCalls.ts'
import { listenForStreamLoss } from './whileVisible.ts'

/**
 * Reports a job's progress until the returned function is called. Calls `lost` if the browser
 * doesn't reconnect the stream.
 */
export function listenToJob(
  id: number,
  onProgress: (job: Job) => void,
  lost: () => void,
): () => void {
  const stream = new EventSource(`/api/jobs/${id}/events`)
  const onEvent = ({ data }: MessageEvent) => {
    const job: unknown = JSON.parse(String(data))
    if (is(job, Job)) onProgress(job)
  }
  stream.addEventListener('progress', onEvent)
  stream.addEventListener('end', onEvent)
  listenForStreamLoss(stream, lost)
  return () => stream.close()
}
