import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { PersonalAlert } from '#shared/areas/alerts/alertLinkCalls.ts'
import { createLazyPart } from '#client/runtime/lazyPart.ts'

/** What a visitor can do with a link in an email about an alert, without signing in. */
export type AlertLinkPart = {
  loadAlertLink: (args: LoaderFunctionArgs, token: string) => Promise<PersonalAlert | null>
  respondToAlert: (
    args: LoaderFunctionArgs,
    token: string,
    form: FormData,
  ) => Promise<Response | object>
  AlertLinkBox: (props: { alert: PersonalAlert }) => ReactNode
}

/** Loads only if the visitor followed such a link. */
export const alertLinkPart = createLazyPart<AlertLinkPart>()
