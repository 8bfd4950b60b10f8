import type { ExampleText } from './example.tsx';

export const EMBED_BUTTON: ExampleText = {
  id: 'embed-button',
  title: 'HTML',
  language: 'html',
  code: `<script src="https://KOBOGATE/embed.js" data-link="LINK_ID" data-reference="cart-80"
        data-label="Pay with crypto"></script>`,
};

export const EMBED_LISTEN: ExampleText = {
  id: 'embed-listen',
  title: 'Your own script',
  language: 'javascript',
  code: `document.addEventListener('kobogate:state', ({ detail }) => {
  console.log(detail.paymentId, detail.state);
});
document.addEventListener('kobogate:paid', ({ detail }) => {
  location.assign('/thank-you?payment=' + encodeURIComponent(detail.paymentId));
});`,
};

export const EMBED_OPEN: ExampleText = {
  id: 'embed-open',
  title: 'Your own script',
  language: 'javascript',
  code: `const payment = window.Kobogate.open({
  link: 'LINK_ID',
  reference: 'cart-80',
  onState: ({ state, paymentId }) => console.log(paymentId, state),
  onClose: () => console.log('closed'),
});`,
};

export const EMBED_POLICY: ExampleText = {
  id: 'embed-policy',
  title: 'In your Content-Security-Policy',
  language: 'http',
  code: `script-src https://KOBOGATE;
frame-src https://KOBOGATE;`,
};
