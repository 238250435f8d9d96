import { BadgeDollarSign, Bell, Gift, MessagesSquare, ShieldCheck, Zap } from 'lucide-react'

const features = [
  {
    icon: ShieldCheck,
    title: 'Secure payments',
    text: 'Every transfer is checked by our own staff before your order goes on. You give no card number, so none can leak.',
  },
  {
    icon: Zap,
    title: 'Fast processing',
    text: 'Your order’s page moves by itself: paid, being checked, verified, ready. Nothing to reload, nobody to chase.',
  },
  {
    icon: BadgeDollarSign,
    title: 'Transparent pricing',
    text: 'Prices in dollars, Indian or Sri Lankan rupees. The saving stands beside the price, and transfers cost no fee.',
  },
  {
    icon: Gift,
    title: 'Referral rewards',
    text: 'When the first order of a friend is verified, a tenth of its total is yours in points. Your own orders earn too.',
  },
  {
    icon: Bell,
    title: 'Notifications',
    text: 'Verified, rejected, ready, refunded: whatever happens to an order, the bell tells you in the same moment.',
  },
  {
    icon: MessagesSquare,
    title: 'Support',
    text: 'Write to the people who check the payments. They see the order you mean, and typically reply within a few minutes.',
  },
]

/** The six reasons to buy here. */
export function Features() {
  return (
    <section aria-labelledby="features" className="page-column home-section">
      <h2 id="features" className="mb-8 text-2xl wide:text-3xl">
        Built so that you can see what happens
      </h2>
      <ul className="features">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="feature">
            <span className="feature-icon">
              <Icon size={20} strokeWidth={1.75} />
            </span>
            <h3 className="text-lg">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
