import '../signedIn.ts'
import { useMatches, useParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { currentRoute } from '../pageTitle.ts'
import { Link } from '../ui/Link.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'

/** A route of the product whose screen is not built: it says so plainly, and leads back to the store whose it is. */
export function Component() {
  const route = currentRoute(useMatches())
  const { storeId } = useParams()
  return (
    <StateMessage
      title={messages.planned.title}
      actions={storeId && <Link to={`/stores/${storeId}`}>{messages.planned.back}</Link>}
    >
      {messages.planned.text(route?.title ?? '')}
    </StateMessage>
  )
}
