/** The styles of a digest. Many mail apps ignore style sheets, so each element has its own. */
export const digestStyles = {
  body: 'margin:0;padding:0;background:#f8fafc',
  frame: 'max-width:640px;margin:0 auto;padding:24px 16px',
  page: 'padding:24px 20px;border:1px solid #e2e8f0;border-radius:8px;background:#ffffff;color:#0f172a;font:15px/1.5 system-ui,-apple-system,Segoe UI,sans-serif;overflow-wrap:anywhere',
  title: 'margin:0;font-size:20px;line-height:28px;font-weight:600',
  soft: 'margin:0;color:#475569;font-size:13px;line-height:20px',
  heading: 'margin:24px 0 8px;font-size:15px;line-height:22px;font-weight:600',
  list: 'margin:0;padding:0;list-style:none',
  item: 'margin:0;padding:8px 0;border-top:1px solid #e2e8f0',
  link: 'color:#3730a3;text-decoration:underline',
  footer: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e2e8f0',
}
