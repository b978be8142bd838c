/* What the screens that set integrations up have in common: one chunk of theirs. Each of them, and of their panels, begins with it. */
import './forms.ts'
import './stores.ts'
import './integrations/Section.tsx'
import './integrations/setupScreen.tsx'
