import { useRef, useState } from 'react'
import { Button } from '#client/ui/Button.tsx'
import { storeDomainsMessages } from './rareWords.ts'
import * as layout from './Store.css.ts'

const say = storeDomainsMessages

/** Text to be taken elsewhere: a button copies it; without JavaScript there is the text alone, to be marked. */
export function CopyText({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The browser may not let the page write there: the text is marked, for the keys that copy.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }

  return (
    <span className={layout.copy}>
      <code ref={shown} className={layout.copyText}>
        {text}
      </code>
      <span className={layout.copyButton}>
        <Button
          size="small"
          color="white"
          aria-label={say.copyOf(what)}
          onClick={() => void copy()}
        >
          {copied ? say.copied : say.copy}
        </Button>
      </span>
    </span>
  )
}
