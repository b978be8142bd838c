import type { RecordLink } from '../engine/recordLink.ts'
import { flashParam } from '../engine/urlParams.ts'
import { getJobNotificationTopic, isJobStart } from './flashMessage.ts'
import type { FlashMessage, FlashNotification, FlashParts } from './flashMessage.ts'
import { countFlashTexts, flashTexts, recordFlashTexts, unnamedCountTexts } from './flashTexts.ts'
import type { CountFlashKey, FlashKey } from './flashTexts.ts'

/** Formats an outcome as a notification. */
export function formatFlashMessage({ notice, of: record, undo }: FlashParts): FlashNotification {
  const sentence = findFlashSentence(notice)
  return {
    type: 'success',
    text: record && sentence ? sentence(record.name) : getFlashText(notice),
    ...(record && sentence ? { link: record } : {}),
    ...(undo ? { undo } : {}),
    ...(isJobStart({ notice, of: record }) && {
      isProgress: true as const,
      ...toJobTopic(record),
    }),
  }
}

const toJobTopic = (record: RecordLink | undefined) =>
  record?.id ? { about: getJobNotificationTopic(record.id) } : {}

function findFlashSentence(notice: FlashMessage['notice']): ((name: string) => string) | undefined {
  const sentences: { [name: string]: (name: string) => string } = recordFlashTexts
  if (isFlashKey(notice)) return sentences[notice]
  const { what, count } = parseCountKey(notice)
  return (name) => countFlashTexts[what](count, name)
}

function parseCountKey(notice: CountFlashKey) {
  const [what, count] = notice.split('-')
  // By its type, it begins with one of the keys.
  return { what: what as keyof typeof countFlashTexts, count: Number(count) }
}

const isFlashKey = (name: string): name is FlashKey => Object.hasOwn(flashTexts, name)

function getFlashText(notice: FlashMessage['notice']): string {
  if (isFlashKey(notice)) return flashTexts[notice]
  const { what, count } = parseCountKey(notice)
  return unnamedCountTexts[what](count)
}

/** Parses the outcome in a URL, with its resource and record; undefined if none is known. */
export function parseFlash(
  params: URLSearchParams,
): { notice: FlashMessage['notice']; resource?: string; id?: number } | undefined {
  const [name = '', resource, id] = (params.get(flashParam) ?? '').split('.')
  if (!isFlashKey(name) && !/^(created|added|removed)-\d{1,6}$/.test(name)) return undefined
  const notice = name as FlashMessage['notice'] // One of the two checks passed.
  if (!resource || !/^[1-9]\d{0,8}$/.test(id ?? '')) return { notice }
  return { notice, resource, id: Number(id) }
}
