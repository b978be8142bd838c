import { noticeText } from '#shared/notice.ts'
import type { FormRefusal } from './webRequest.ts'

/** What is said above a page: why its form was not taken, or what was done before it. */
export function noticesOf(request: Request, refusal: FormRefusal | null) {
  if (refusal) return [{ type: 'error' as const, text: refusal.text, timeout: false }]
  const text = noticeText(new URL(request.url).searchParams)
  return text ? [{ type: 'success' as const, text }] : []
}
