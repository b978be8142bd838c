/* What the screens that set integrations up have in common: one chunk of theirs. Each of them, and of their panels, begins with it. */
import './forms.ts'
import '#shared/engine/integrations/integrationFields.ts'
import '#shared/engine/integrations/tests.ts'
import '../integrations/EventResult.tsx'
import '../integrations/SectionForm.tsx'
import '../integrations/ProviderValues.tsx'
import '../integrations/setupScreen.tsx'
