import { useMatches } from 'react-router'
import { messages } from '#shared/messages.ts'
import { currentRoute } from '../pageTitle.ts'
import { StateMessage } from '../ui/StateMessage.tsx'

/** A route of the product whose screen is not built: it says so plainly. */
export function Component() {
  const route = currentRoute(useMatches())
  return (
    <StateMessage title={messages.planned.title}>
      {messages.planned.text(route?.title ?? '')}
    </StateMessage>
  )
}
