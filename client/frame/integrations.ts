/*
 * The modules shared by the screens that set up integrations, in one chunk. Each of these screens,
 * and of their panels, imports this file first.
 */
import './forms.ts'
import '#shared/engine/integrations/integrationFields.ts'
import '#shared/engine/integrations/tests.ts'
import '../integrations/WebhookEventResult.tsx'
import '../integrations/SectionForm.tsx'
import '../integrations/ProviderValues.tsx'
import '../integrations/setupScreen.tsx'
