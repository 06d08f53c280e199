"""Training by self-play with stable-baselines3: one readable script per experiment, and the parts they share."""
